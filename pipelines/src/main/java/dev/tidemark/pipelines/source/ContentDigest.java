// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over the sorted SHA-256 of each row, so that neither the order in which a source gives
 * its rows nor its collation counts. A row's form is its column names and its values, each with its
 * length: no two rows share one.
 */
final class ContentDigest {
  private static final byte[] NULL = {0};
  private static final byte[] VALUE = {1};

  private final MessageDigest sha256 = sha256();
  private final byte[] heading;
  private final List<byte[]> rows = new ArrayList<>();

  ContentDigest(SourceTable table) {
    this.heading =
        table
            .contract()
            .landingSchema()
            .getFieldNames()
            .toString()
            .getBytes(StandardCharsets.UTF_8);
  }

  void add(List<@Nullable Object> values) {
    for (Object value : values) {
      if (value == null) {
        sha256.update(NULL);
      } else {
        byte[] bytes = bytes(value);
        sha256.update(VALUE);
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        sha256.update(bytes);
      }
    }
    rows.add(sha256.digest());
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    String text = value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  TableContent finish() {
    rows.sort(Arrays::compareUnsigned);
    sha256.update(heading);
    rows.forEach(sha256::update);
    return new TableContent(rows.size(), HexFormat.of().formatHex(sha256.digest()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
