// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A fingerprint of the content of a table: its row count and the SHA-256 over its sorted canonical
 * rows.
 *
 * <p>A canonical row is the SHA-256 over its columns in the order of their names, each a length (−1
 * for null) and its text in UTF-8: decimals at their scale, dates and instants in ISO 8601. So 5
 * million rows need 160 MB. Columns that start with {@code _}, load_run_id and loaded_at are left
 * out: they tell of the run. Buckets, files and the order of rows make no difference.
 */
public final class TableDigest {

  private static final Set<String> OF_THE_RUN = Set.of("load_run_id", "loaded_at");
  private static final int NULL_LENGTH = -1;

  private final long rowCount;
  private final String sha256;

  private TableDigest(long rowCount, String sha256) {
    this.rowCount = rowCount;
    this.sha256 = sha256;
  }

  /** The digest of a table at a version; an absent table has the digest of no rows. */
  public static TableDigest of(TableSpec spec, TableSnapshot snapshot, String lakeRoot) {
    int[] columns = comparedColumns(spec.layout());
    MessageDigest sha = newSha();
    List<byte[]> rows = new ArrayList<>();
    TableRows.of(spec, snapshot, lakeRoot).forEach(row -> rows.add(canonical(row, columns, sha)));
    rows.sort(Arrays::compareUnsigned);
    rows.forEach(sha::update);
    return new TableDigest(rows.size(), HexFormat.of().formatHex(sha.digest()));
  }

  /** The number of rows. */
  public long rowCount() {
    return rowCount;
  }

  /** SHA-256 in hexadecimal. */
  public String sha256() {
    return sha256;
  }

  private static int[] comparedColumns(RowLayout layout) {
    return IntStream.range(0, layout.size())
        .filter(c -> !layout.name(c).startsWith("_") && !OF_THE_RUN.contains(layout.name(c)))
        .boxed()
        .sorted(Comparator.comparing(layout::name))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static byte[] canonical(RowView row, int[] columns, MessageDigest sha) {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    for (int c : columns) {
      if (row.isNull(c)) {
        sha.update(length.putInt(0, NULL_LENGTH).array());
      } else {
        byte[] text = text(row, c);
        sha.update(length.putInt(0, text.length).array());
        sha.update(text);
      }
    }
    return sha.digest();
  }

  private static byte[] text(RowView row, int column) {
    switch (row.layout().type(column)) {
      case STRING:
      case BYTES:
        return row.getBytes(column);
      case DECIMAL:
      case BIG_DECIMAL:
        return row.getDecimal(column).toPlainString().getBytes(StandardCharsets.UTF_8);
      default:
        return String.valueOf(row.getValue(column)).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static MessageDigest newSha() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableDigest
        && rowCount == ((TableDigest) other).rowCount
        && sha256.equals(((TableDigest) other).sha256);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return rowCount + " rows, sha256 " + sha256;
  }
}
