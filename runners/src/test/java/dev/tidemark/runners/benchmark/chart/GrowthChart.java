// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * What nights cost against what grows: the median of each place with the least and the most, and
 * the straight line through the medians. Equal measurements give equal files.
 */
public final class GrowthChart {

  private GrowthChart() {}

  /**
   * Draws everything that files of the benchmark have figures for.
   *
   * @param files of runs whose rounds are alike: what one measured again counts with the other
   * @param folder where the drawings go, which replace those of before
   * @return the drawings
   * @throws IllegalArgumentException a sentence for people, when a file is not one of the
   *     benchmark's, or they have nothing to draw
   */
  public static List<Path> draw(List<Path> files, Path folder) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Path file : files) {
      runs.addAll(BenchmarkFile.read(file));
    }
    Files.createDirectories(folder);
    List<Path> drawn = new ArrayList<>();
    for (GrowthAxis axis : GrowthAxis.values()) {
      Optional<Growth> growth = Growth.along(axis, runs);
      if (growth.isPresent()) {
        drawn.add(draw(axis, growth.get(), folder.resolve(axis.file + ".svg")));
      }
    }
    drawn.addAll(RivalChart.draw(runs, folder));
    if (drawn.isEmpty()) {
      throw new IllegalArgumentException(
          files.stream().map(Path::toString).collect(Collectors.joining(", "))
              + " cannot be drawn: none of its jobs has a rival, and its nights are all alike;"
              + " measure with --jobs=all");
    }
    return drawn;
  }

  private static Path draw(GrowthAxis axis, Growth growth, Path file) throws IOException {
    XYIntervalSeriesCollection measured = new XYIntervalSeriesCollection();
    XYSeriesCollection lines = new XYSeriesCollection();
    XYErrorRenderer points = new XYErrorRenderer();
    points.setDrawXError(false);
    XYLineAndShapeRenderer strokes = new XYLineAndShapeRenderer(true, false);
    for (Seconds seconds : Seconds.values()) {
      int series = seconds.ordinal();
      TreeMap<Double, Spread> spreads = growth.spreads(seconds);
      Growth.Line line = growth.line(seconds);
      measured.addSeries(points(label(axis, seconds, line), spreads));
      lines.addSeries(line(seconds, line, spreads.firstKey(), spreads.lastKey()));
      points.setSeriesPaint(series, seconds.colour);
      points.setSeriesShape(series, new Ellipse2D.Double(-3.5, -3.5, 7, 7));
      strokes.setSeriesPaint(series, seconds.colour);
      strokes.setSeriesStroke(series, Chart.dashes());
      strokes.setSeriesVisibleInLegend(series, false);
    }
    XYPlot plot = new XYPlot(measured, Chart.numbers(axis.label), Chart.numbers("seconds"), points);
    plot.setDataset(1, lines);
    plot.setRenderer(1, strokes);
    Spread nothingNew = growth.spreads(Seconds.WALL).get(0.0);
    if (nothingNew != null) {
      plot.addRangeMarker(
          Chart.marker(
              nothingNew.median(),
              String.format(Locale.ROOT, "nothing new: %.1f s", nothingNew.median()),
              TextAnchor.BOTTOM_RIGHT));
    }
    Chart.write(plot, axis.title, growth.conditions(), file);
    return file;
  }

  /** For instance "wall: 7.3 s + 6.1 s per %". */
  static String label(GrowthAxis axis, Seconds seconds, Growth.Line line) {
    return String.format(
        Locale.ROOT,
        "%s: %.1f s %s %.2f s per %s",
        seconds.label,
        line.floor(),
        line.slope() < 0 ? "−" : "+",
        Math.abs(line.slope()),
        axis.unit);
  }

  private static XYIntervalSeries points(String label, TreeMap<Double, Spread> spreads) {
    XYIntervalSeries points = new XYIntervalSeries(label);
    spreads.forEach(
        (at, spread) -> points.add(at, at, at, spread.median(), spread.least(), spread.most()));
    return points;
  }

  private static XYSeries line(Seconds seconds, Growth.Line line, double from, double to) {
    XYSeries ends = new XYSeries(seconds.label);
    ends.add(from, line.at(from));
    ends.add(to, line.at(to));
    return ends;
  }
}
