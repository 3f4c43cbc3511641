// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/**
 * A batch turned out to be one that cannot be published wholly, when some of its tables may have
 * been committed already. No reader of a cut sees anything of it.
 */
public final class BatchVoidedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BatchVoidedException(long batchId, String reason) {
    super(
        "batch "
            + batchId
            + " is void and the published cut is the one before it ("
            + reason
            + "); run again: what the batch had touched is then built anew from silver");
  }
}
