// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import java.io.Serializable;
import java.util.List;

/** A dimension as the gate looks at it. */
interface AuditedDimension extends Serializable {

  /** Its tables. */
  List<GoldTable> tables();

  /** Reads them as the changes would leave them. */
  GoldFindings check(List<TableChange> changes);
}
