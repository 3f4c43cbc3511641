// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRef;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.InputDataset;
import io.openlineage.client.OpenLineage.OutputDataset;
import io.openlineage.client.OpenLineage.SchemaDatasetFacet;
import io.openlineage.client.OpenLineage.SchemaDatasetFacetFields;
import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.filesystem.FilesystemDatasetUtils;
import io.openlineage.client.utils.jdbc.JdbcDatasetUtils;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The datasets between which a run moves rows, named as OpenLineage names databases and file
 * systems: never with a user, a password or a parameter of the URL.
 */
final class LineageDatasets {

  private final OpenLineage lineage;
  private final TidemarkConfig config;
  private final Map<String, TableContract> contracts;
  private final Map<String, TableSpec> specs;

  private LineageDatasets(
      OpenLineage lineage, TidemarkConfig config, Map<String, TableContract> contracts) {
    this.lineage = lineage;
    this.config = config;
    this.contracts = contracts;
    specs =
        LakeTables.of(config.lake(), contracts).all().stream()
            .collect(Collectors.toMap(TableSpec::path, Function.identity()));
  }

  /** The datasets of an installation; of one whose contracts cannot be read, none has a schema. */
  static LineageDatasets of(OpenLineage lineage, TidemarkConfig config) {
    try {
      return new LineageDatasets(lineage, config, Contracts.of(config));
    } catch (ConfigException e) {
      // a run that failed for it has told so
      return new LineageDatasets(lineage, config, Map.of());
    }
  }

  /** The source tables that were looked at. */
  List<InputDataset> inputs(List<TableSummary> tables) {
    List<InputDataset> inputs = new ArrayList<>();
    for (TableSummary table : tables) {
      TableContract contract = contracts.get(table.table());
      if (contract != null && table.status() != LoadStatus.DISABLED) {
        inputs.add(input(table, contract));
      }
    }
    return inputs;
  }

  private InputDataset input(TableSummary table, TableContract contract) {
    TableRef ref = Contracts.ref(contract, config.table(table.table()));
    DatasetIdentifier name = name(config.source(), ref);
    return lineage
        .newInputDatasetBuilder()
        .namespace(name.getNamespace())
        .name(name.getName())
        .facets(lineage.newDatasetFacetsBuilder().schema(schema(contract)).build())
        .inputFacets(
            lineage
                .newInputDatasetInputFacetsBuilder()
                .inputStatistics(
                    lineage
                        .newInputStatisticsInputDatasetFacetBuilder()
                        .rowCount(table.counts().landedRows())
                        .build())
                .build())
        .build();
  }

  /** The tables of the lake that changed. */
  List<OutputDataset> outputs(List<LakeChange> changes) {
    return changes.stream().map(this::output).toList();
  }

  private OutputDataset output(LakeChange change) {
    DatasetIdentifier name =
        FilesystemDatasetUtils.fromLocation(
            URI.create(lake().toString().replaceAll("/+$", "") + "/" + change.table()));
    OpenLineage.DatasetFacetsBuilder facets =
        lineage
            .newDatasetFacetsBuilder()
            .version(lineage.newDatasetVersionDatasetFacet(Long.toString(change.version())))
            .storage(lineage.newStorageDatasetFacet("delta", "parquet"));
    TableSpec spec = specs.get(change.table());
    if (spec != null) {
      facets.schema(schema(spec.layout()));
    }
    return lineage
        .newOutputDatasetBuilder()
        .namespace(name.getNamespace())
        .name(name.getName())
        .facets(facets.build())
        .outputFacets(
            lineage
                .newOutputDatasetOutputFacetsBuilder()
                .outputStatistics(
                    lineage
                        .newOutputStatisticsOutputDatasetFacetBuilder()
                        .rowCount(change.inserted() + change.updated())
                        .build())
                .build())
        .build();
  }

  /** Where the lake lies. */
  URI lake() {
    String root = config.lake().root();
    return root.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
        ? URI.create(root)
        : Path.of(root).toAbsolutePath().normalize().toUri();
  }

  private static DatasetIdentifier name(DatabaseConfig source, TableRef ref) {
    // SQL Server's URL names the database among its parameters, and OpenLineage takes only that
    String url = source.url().startsWith("jdbc:sqlserver:") ? source.url() : source.displayUrl();
    return JdbcDatasetUtils.getDatasetIdentifier(
        url, new ArrayList<>(List.of(ref.schema(), ref.table())), new Properties());
  }

  private SchemaDatasetFacet schema(TableContract contract) {
    List<SchemaDatasetFacetFields> fields = new ArrayList<>();
    for (ContractColumn column : contract.columns()) {
      fields.add(field(column.sourceName(), column.type().text()));
    }
    return lineage.newSchemaDatasetFacet(fields);
  }

  private SchemaDatasetFacet schema(RowLayout layout) {
    List<SchemaDatasetFacetFields> fields = new ArrayList<>();
    for (int column = 0; column < layout.size(); column++) {
      ColumnType type = layout.type(column);
      fields.add(
          field(
              layout.name(column),
              type == ColumnType.DECIMAL || type == ColumnType.BIG_DECIMAL
                  ? type + "(" + layout.precision(column) + "," + layout.scale(column) + ")"
                  : type.toString()));
    }
    return lineage.newSchemaDatasetFacet(fields);
  }

  private SchemaDatasetFacetFields field(String name, String type) {
    return lineage.newSchemaDatasetFacetFieldsBuilder().name(name).type(type).build();
  }
}
