// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;

/** Encodes a change as its JSON. */
final class TableChangeCoder extends CustomCoder<TableChange> {

  private static final long serialVersionUID = 1L;

  @Override
  public void encode(TableChange change, OutputStream out) throws IOException {
    StringUtf8Coder.of().encode(change.toJson(), out);
  }

  @Override
  public TableChange decode(InputStream in) throws IOException {
    return TableChange.fromJson(StringUtf8Coder.of().decode(in));
  }

  @Override
  public void verifyDeterministic() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof TableChangeCoder;
  }

  @Override
  public int hashCode() {
    return TableChangeCoder.class.hashCode();
  }
}
