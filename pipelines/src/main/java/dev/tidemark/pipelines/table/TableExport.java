// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.transforms.block.RowView;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes the rows of a table to one local file, for those who do not read the lake. The file
 * appears whole, in place of one that may be there, or not at all. Rows come in no particular
 * order.
 */
public final class TableExport {

  /** What a file is, by the ending of its name. */
  public enum Format {
    /** As {@link CsvWriter} has it. */
    CSV,
    /** As the lake has it. */
    PARQUET;

    /** The format of a file, if its name tells one. */
    public static Optional<Format> of(Path file) {
      String name = file.toString().toLowerCase(Locale.ROOT);
      for (Format format : values()) {
        if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
          return Optional.of(format);
        }
      }
      return Optional.empty();
    }
  }

  private final TableRows rows;
  private long written;

  private TableExport(TableRows rows) {
    this.rows = rows;
  }

  /** Writes the rows of a table; gives how many they are. */
  public static long write(TableRows rows, Path file, Format format) {
    return new TableExport(rows).writeTo(file.toAbsolutePath().normalize(), format);
  }

  private long writeTo(Path file, Format format) {
    Path half = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    try {
      Path folder = file.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      try {
        if (format == Format.CSV) {
          writeCsv(half);
        } else {
          writeParquet(half);
        }
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(half);
      }
      return written;
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write " + file, failure);
    } catch (UncheckedIOException failure) {
      throw DurableFile.failed("cannot write " + file, Objects.requireNonNull(failure.getCause()));
    }
  }

  private void writeCsv(Path file) throws IOException {
    List<String> columns = rows.layout().schema().getFieldNames();
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      CsvWriter csv = new CsvWriter(out, columns);
      forEachRow(row -> csv.write(row));
    }
  }

  private void writeParquet(Path file) throws IOException {
    try (ParquetBlockWriter writer =
        ParquetBlockWriter.create(
            new org.apache.hadoop.fs.Path(file.toUri()), rows.layout(), List.of())) {
      forEachRow(writer::write);
      writer.finish();
    }
  }

  /** Takes a row. */
  private interface Sink {
    void accept(RowView row) throws IOException;
  }

  private void forEachRow(Sink sink) {
    rows.forEach(
        row -> {
          try {
            sink.accept(row);
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
          written++;
        });
  }

  /**
   * Comma-separated values by RFC 4180: a line of names, lines that end with CR LF, quotes where a
   * value needs them, UTF-8. Null is nothing between two commas, an empty text a pair of quotes.
   * Decimals have all their digits, days are ISO-8601, instants too and in UTC, bytes hexadecimal.
   */
  static final class CsvWriter {

    private static final String LINE_END = "\r\n";

    private final Writer out;
    private final int columns;

    CsvWriter(Writer out, List<String> names) throws IOException {
      this.out = out;
      columns = names.size();
      for (int c = 0; c < columns; c++) {
        out.append(c == 0 ? "" : ",").append(quoted(names.get(c)));
      }
      out.append(LINE_END);
    }

    void write(RowView row) throws IOException {
      for (int c = 0; c < columns; c++) {
        out.append(c == 0 ? "" : ",").append(row.isNull(c) ? "" : text(row, c));
      }
      out.append(LINE_END);
    }

    private static String text(RowView row, int column) {
      return switch (row.layout().type(column)) {
        case STRING -> quoted(row.getString(column));
        case DECIMAL, BIG_DECIMAL -> row.getDecimal(column).toPlainString();
        case BYTES -> HexFormat.of().formatHex(row.getBytes(column));
        default -> String.valueOf(row.getValue(column));
      };
    }

    private static String quoted(String text) {
      boolean isPlain = !text.isEmpty() && text.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
      return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
  }
}
