// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** A bar for what each work took beside a rival, and a line where the budget ends. */
final class RivalChart {

  /** Who is measured beside the product, at what, and how much of their time it may take. */
  private enum Rival {
    SPARK("spark", "Spark SQL", Set.of("silver", "marts", "history", "upsert"), 0.5, "budget: 0.5"),
    DUCKDB("duckdb", "DuckDB", Set.of("silver"), 2, "budget of the processor, warm: 2");

    private final String engine;
    private final String title;
    private final Set<String> jobs;
    private final double budget;
    private final String label;

    Rival(String engine, String title, Set<String> jobs, double budget, String label) {
      this.engine = engine;
      this.title = title;
      this.jobs = jobs;
      this.budget = budget;
      this.label = label;
    }
  }

  private static final double BAR = 0.36;

  private RivalChart() {}

  /** Draws a chart for every rival that was measured. */
  static List<Path> draw(List<Run> runs, Path folder) throws IOException {
    List<Path> drawn = new ArrayList<>();
    for (Rival rival : Rival.values()) {
      List<Run> alike = runs.stream().filter(run -> rival.jobs.contains(run.job())).toList();
      List<String> works = new ArrayList<>(Ratios.to(rival.engine, Seconds.WALL, alike).keySet());
      if (!works.isEmpty()) {
        Collections.reverse(works); // the first is to be on top
        Path file = folder.resolve("beside-" + rival.engine + ".svg");
        Chart.write(
            plot(rival, works, alike),
            "Tidemark beside " + rival.title,
            "what it takes, by what " + rival.title + " takes for the same in the same round",
            file);
        drawn.add(file);
      }
    }
    return drawn;
  }

  private static XYPlot plot(Rival rival, List<String> works, List<Run> runs) {
    XYBarRenderer bars = new XYBarRenderer();
    bars.setBarPainter(new StandardXYBarPainter());
    bars.setShadowVisible(false);
    XYErrorRenderer whiskers = new XYErrorRenderer();
    whiskers.setDrawXError(false);
    whiskers.setDefaultShapesVisible(false);
    for (Seconds seconds : Seconds.values()) {
      bars.setSeriesPaint(seconds.ordinal(), seconds.colour);
      whiskers.setSeriesPaint(seconds.ordinal(), seconds.colour.darker().darker());
      whiskers.setSeriesVisibleInLegend(seconds.ordinal(), false);
    }
    SymbolAxis names = new SymbolAxis(null, works.toArray(new String[0]));
    names.setGridBandsVisible(false);
    names.setRange(-0.5, works.size()); // room for the budget's name on top
    XYPlot plot =
        new XYPlot(
            ratios(rival, works, runs), names, Chart.numbers("times " + rival.title + "'s"), bars);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setDomainGridlinesVisible(false);
    // a dataset of its own: the legend finds the renderer of a dataset
    plot.setDataset(1, ratios(rival, works, runs));
    plot.setRenderer(1, whiskers);
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.addRangeMarker(Chart.marker(rival.budget, rival.label, TextAnchor.TOP_RIGHT));
    return plot;
  }

  private static XYIntervalSeriesCollection ratios(
      Rival rival, List<String> works, List<Run> runs) {
    XYIntervalSeriesCollection ratios = new XYIntervalSeriesCollection();
    for (Seconds seconds : Seconds.values()) {
      ratios.addSeries(bars(seconds, works, Ratios.to(rival.engine, seconds, runs)));
    }
    return ratios;
  }

  private static XYIntervalSeries bars(
      Seconds seconds, List<String> works, Map<String, Spread> ratios) {
    XYIntervalSeries bars = new XYIntervalSeries(seconds.label);
    for (int w = 0; w < works.size(); w++) {
      Spread ratio = ratios.get(works.get(w));
      if (ratio != null) {
        double low = w + (seconds == Seconds.WALL ? 0 : -BAR);
        bars.add(low + BAR / 2, low, low + BAR, ratio.median(), ratio.least(), ratio.most());
      }
    }
    return bars;
  }
}
