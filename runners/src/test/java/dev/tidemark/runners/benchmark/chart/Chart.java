// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** How charts look, and how they become files: dark on white, whatever the page around them. */
final class Chart {

  private static final String SVG = "http://www.w3.org/2000/svg";
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final Color INK = new Color(0x24292f);
  private static final Color GRID = new Color(0xd0d7de);
  private static final Font SMALL = font(Font.PLAIN, 12);
  private static final BasicStroke DASHES =
      new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0);

  private Chart() {}

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** A line that is no measurement. */
  static BasicStroke dashes() {
    return DASHES;
  }

  /** An axis of numbers that starts at nought. */
  static NumberAxis numbers(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setAutoRangeIncludesZero(true);
    return axis;
  }

  /**
   * A line across the plot, with a text at its end.
   *
   * @param corner of the text that touches the line
   */
  static ValueMarker marker(double value, String text, TextAnchor corner) {
    ValueMarker marker = new ValueMarker(value, INK, DASHES);
    marker.setLabel(text);
    marker.setLabelFont(SMALL);
    marker.setLabelPaint(INK);
    marker.setLabelBackgroundColor(Color.WHITE);
    marker.setLabelAnchor(RectangleAnchor.TOP_RIGHT);
    marker.setLabelTextAnchor(corner);
    return marker;
  }

  /** Draws a plot under a title and a line below it. */
  static void write(XYPlot plot, String title, String subtitle, Path file) throws IOException {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    plot.setOutlinePaint(GRID);
    for (ValueAxis axis : List.of(plot.getDomainAxis(), plot.getRangeAxis())) {
      axis.setLabelFont(SMALL);
      axis.setLabelPaint(INK);
      axis.setTickLabelFont(SMALL);
      axis.setTickLabelPaint(INK);
    }
    JFreeChart chart = new JFreeChart(title, font(Font.BOLD, 15), plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.getTitle().setPaint(INK);
    chart.addSubtitle(0, new TextTitle(subtitle, SMALL));
    chart.getLegend().setItemFont(SMALL);
    chart.getLegend().setItemPaint(INK);
    write(chart, file);
  }

  private static void write(JFreeChart chart, Path file) throws IOException {
    SVGGraphics2D svg = new SVGGraphics2D(document());
    svg.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
    chart.draw(svg, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    Element root = svg.getRoot();
    root.setAttributeNS(null, "viewBox", "0 0 " + WIDTH + " " + HEIGHT);
    try (Writer out = Files.newBufferedWriter(file)) {
      svg.stream(root, out, /* useCss= */ false, /* escaped= */ false);
    }
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
