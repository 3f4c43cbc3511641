// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a lake table is: where it lies, its columns, its key, and how its rows are spread over
 * buckets.
 *
 * <p>Stored rows have one more column, the partition column {@link #BUCKET}: the hash of {@link
 * #bucketBy()} modulo {@link #buckets()}, always 0 when there is one bucket. A row is looked for in
 * its own bucket only, so a row whose bucket columns change must be deleted from its old bucket by
 * the caller, unless they are part of the key.
 *
 * <pre>{@code
 * TableSpec.at("gold/fact_premium_transaction")
 *     .schema(schema)
 *     .key("premium_transaction_key")
 *     .bucketedBy(16, "umr", "section_no")
 *     .audited("load_run_id", "loaded_at")
 *     .build()
 * }</pre>
 */
public final class TableSpec implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The partition column that every stored table has beside its schema. */
  public static final String BUCKET = "_bucket";

  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_]+(/[A-Za-z0-9_]+)*");

  private final String path;
  private final RowLayout layout;
  private final List<String> key;
  private final List<String> bucketBy;
  private final int buckets;
  private final List<String> auditColumns;
  private final List<String> locatedBy;
  private final @Nullable String clusteredBy;
  private final Set<String> growing;
  private final TreeMap<String, String> derivedBy;

  private TableSpec(Builder builder, RowLayout layout) {
    path = builder.path;
    this.layout = layout;
    key = builder.key;
    bucketBy = builder.bucketBy;
    buckets = builder.buckets;
    auditColumns = builder.auditColumns;
    locatedBy = builder.locatedBy;
    clusteredBy = builder.clusteredBy;
    growing = builder.growing;
    derivedBy = new TreeMap<>(builder.derivedBy);
  }

  private TableSpec(TableSpec other, Map<String, String> settings) {
    path = other.path;
    layout = other.layout;
    key = other.key;
    bucketBy = other.bucketBy;
    buckets = other.buckets;
    auditColumns = other.auditColumns;
    locatedBy = other.locatedBy;
    clusteredBy = other.clusteredBy;
    growing = other.growing;
    derivedBy = new TreeMap<>(settings);
  }

  /** Starts the description of the table at a path below the lake's root. */
  public static Builder at(String path) {
    return new Builder(path);
  }

  /** The path below the lake's root, for instance {@code gold/dim_broker}. */
  public String path() {
    return path;
  }

  /** The columns, without {@link #BUCKET}. */
  public Schema schema() {
    return layout.schema();
  }

  /** The layout of packed rows of {@link #schema()}. */
  public RowLayout layout() {
    return layout;
  }

  /** The key columns. */
  public List<String> key() {
    return key;
  }

  /** The key of a packed row. */
  public RowKey rowKey() {
    return RowKey.of(layout, key);
  }

  /** The columns whose hash decides the bucket; empty when there is one bucket. */
  public List<String> bucketBy() {
    return bucketBy;
  }

  /** The number of buckets. */
  public int buckets() {
    return buckets;
  }

  /**
   * Columns that tell of the write and not of the row: a row that differs in them alone is
   * unchanged.
   */
  public List<String> auditColumns() {
    return auditColumns;
  }

  /**
   * By what it is told where a row with a key can lie: the key columns, and columns that rows with
   * one key agree in.
   */
  RowKey searchedKey() {
    List<String> columns = new ArrayList<>(key);
    columns.addAll(locatedBy);
    return RowKey.of(layout, columns);
  }

  /** The column of dates in whose order rows lie that are written together, if there is one. */
  Optional<String> clusteredBy() {
    return Optional.ofNullable(clusteredBy);
  }

  /**
   * Columns that a stored table may lack, because they came later: its rows have null there, and
   * the next commit adds the column.
   */
  public Set<String> growing() {
    return growing;
  }

  /**
   * The settings by which the content is made: a commit keeps them with the table, as properties,
   * so that it can be told when they have changed since.
   */
  public Map<String, String> derivedBy() {
    return Collections.unmodifiableMap(derivedBy);
  }

  /** The same table, made by other settings; names are those of table properties. */
  public TableSpec derivedBy(Map<String, String> settings) {
    return new TableSpec(this, settings);
  }

  /** A packer that sorts rows of this table into its buckets. */
  public BlockPacker packer() {
    return new BlockPacker(layout, bucketBy, buckets);
  }

  /**
   * Requires rows to have this table's columns, in its order; nulls are checked as rows are
   * written.
   */
  void requireColumns(Schema given) {
    RowLayout other = RowLayout.of(given);
    boolean same = other.size() == layout.size();
    for (int c = 0; same && c < layout.size(); c++) {
      same =
          other.name(c).equals(layout.name(c))
              && other.type(c) == layout.type(c)
              && other.precision(c) == layout.precision(c)
              && other.scale(c) == layout.scale(c);
    }
    if (!same) {
      throw new IllegalArgumentException(
          "table "
              + path
              + " has columns "
              + layout.schema()
              + " and cannot take rows of "
              + given);
    }
  }

  @Override
  public String toString() {
    return path;
  }

  /** Collects a {@link TableSpec}. */
  public static final class Builder {

    private final String path;
    private @Nullable Schema schema;
    private List<String> key = List.of();
    private List<String> bucketBy = List.of();
    private int buckets = 1;
    private List<String> auditColumns = List.of();
    private List<String> locatedBy = List.of();
    private @Nullable String clusteredBy;
    private Set<String> growing = Set.of();
    private Map<String, String> derivedBy = Map.of();

    private Builder(String path) {
      if (!PATH.matcher(path).matches()) {
        throw new IllegalArgumentException(
            "table path " + path + " must be names of letters, digits and _ separated by /");
      }
      this.path = path;
    }

    /** Sets the columns, without {@link #BUCKET}. */
    public Builder schema(Schema columns) {
      schema = columns;
      return this;
    }

    /** Sets the key columns; a null in a key is equal to a null. */
    public Builder key(List<String> columns) {
      key = List.copyOf(columns);
      return this;
    }

    /** Sets the key columns; a null in a key is equal to a null. */
    public Builder key(String... columns) {
      return key(List.of(columns));
    }

    /** Spreads the rows over buckets by the hash of columns. Without it there is one bucket. */
    public Builder bucketedBy(int count, List<String> columns) {
      buckets = count;
      bucketBy = count == 1 ? List.of() : List.copyOf(columns);
      return this;
    }

    /** Spreads the rows over buckets by the hash of columns. Without it there is one bucket. */
    public Builder bucketedBy(int count, String... columns) {
      return bucketedBy(count, List.of(columns));
    }

    /** Sets the columns that are not compared when rows are merged. */
    public Builder audited(List<String> columns) {
      auditColumns = List.copyOf(columns);
      return this;
    }

    /** Sets the columns that are not compared when rows are merged. */
    public Builder audited(String... columns) {
      return audited(List.of(columns));
    }

    /**
     * Sets columns that rows with one key agree in, because the key is a hash of them: their least
     * and greatest values rule out where a key cannot lie, when those of the key tell nothing.
     */
    public Builder locatedBy(String... columns) {
      locatedBy = List.of(columns);
      return this;
    }

    /** Sets the column of dates in whose order rows lie that are written together. */
    public Builder clusteredBy(String column) {
      clusteredBy = column;
      return this;
    }

    /** Sets the columns that a stored table may lack; they must be nullable and no key. */
    public Builder growing(Set<String> columns) {
      growing = Set.copyOf(columns);
      return this;
    }

    /** Sets the settings that the content is made by; names are those of table properties. */
    public Builder derivedBy(Map<String, String> settings) {
      derivedBy = Map.copyOf(settings);
      return this;
    }

    /** The table; a contradiction is an {@link IllegalArgumentException} that names it. */
    public TableSpec build() {
      Schema columns = schema;
      if (columns == null) {
        throw new IllegalArgumentException("table " + path + " has no schema");
      }
      RowLayout layout = RowLayout.of(columns);
      require(!layout.has(BUCKET), "the column " + BUCKET + " is added by the store; remove it");
      require(!key.isEmpty(), "it needs a key");
      require(buckets >= 1, "the number of buckets must be at least 1, not " + buckets);
      require(buckets == 1 || !bucketBy.isEmpty(), buckets + " buckets need bucket columns");
      Set<String> known = new HashSet<>(columns.getFieldNames());
      requireKnown(known, key, "key");
      requireKnown(known, bucketBy, "bucket");
      requireKnown(known, auditColumns, "audit");
      requireKnown(known, locatedBy, "locating");
      if (clusteredBy != null) {
        requireKnown(known, List.of(clusteredBy), "clustering");
        require(
            layout.type(layout.column(clusteredBy)) == ColumnType.DATE,
            "the clustering column " + clusteredBy + " is no date");
      }
      for (String column : auditColumns) {
        require(!key.contains(column), "the key column " + column + " cannot be an audit column");
      }
      for (String column : growing) {
        require(
            known.contains(column)
                && layout.nullable(layout.column(column))
                && !key.contains(column)
                && !bucketBy.contains(column),
            "the column " + column + " cannot be added later");
      }
      return new TableSpec(this, layout);
    }

    private void requireKnown(Set<String> known, List<String> wanted, String role) {
      for (String column : wanted) {
        require(
            known.contains(column), "the " + role + " column " + column + " is not in its schema");
      }
    }

    private void require(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException("table " + path + ": " + otherwise);
      }
    }
  }
}
