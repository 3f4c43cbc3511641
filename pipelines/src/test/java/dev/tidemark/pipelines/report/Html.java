// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A page that is well-formed XML, and what a screen reader would miss in it. */
final class Html {

  private Html() {}

  static Document parse(String html) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(html)));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError("the page is not well-formed", e);
    }
  }

  static List<Element> elements(Document page, String name) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < page.getElementsByTagName(name).getLength(); i++) {
      elements.add((Element) page.getElementsByTagName(name).item(i));
    }
    return elements;
  }

  static List<String> texts(Document page, String name) {
    return elements(page, name).stream().map(element -> element.getTextContent().strip()).toList();
  }

  /** The levels of all headings, as they come. */
  static List<Integer> headings(Document page) {
    return elements(page, "*").stream()
        .map(Element::getTagName)
        .filter(name -> name.matches("h[1-6]"))
        .map(name -> name.charAt(1) - '0')
        .toList();
  }

  /** The same, none deeper than one below the heading before. */
  static List<Integer> headingsInOrder(Document page) {
    List<Integer> levels = new ArrayList<>();
    int before = 0;
    for (int level : headings(page)) {
      before = Math.min(level, before + 1);
      levels.add(before);
    }
    return levels;
  }

  static List<String> tablesWithoutCaption(Document page) {
    return without(page, "table", table -> firstChild(table, "caption"));
  }

  static List<String> headersWithoutScope(Document page) {
    return without(page, "th", header -> header.hasAttribute("scope"));
  }

  /** Pictures are hidden from those who hear the page, or have a title and a description. */
  static List<String> picturesWithoutWords(Document page) {
    return without(
        page,
        "svg",
        svg ->
            svg.getAttribute("aria-hidden").equals("true")
                || (svg.getAttribute("role").equals("img")
                    && firstChild(svg, "title")
                    && svg.getElementsByTagName("desc").getLength() == 1));
  }

  static List<String> deadAnchors(Document page) {
    Set<String> ids = new HashSet<>(ids(page));
    return without(page, "a", anchor -> ids.contains(anchor.getAttribute("href").substring(1)));
  }

  static List<String> idsGivenTwice(Document page) {
    Set<String> seen = new HashSet<>();
    return ids(page).stream().filter(id -> !seen.add(id)).toList();
  }

  private static List<String> ids(Document page) {
    return elements(page, "*").stream()
        .filter(element -> element.hasAttribute("id"))
        .map(element -> element.getAttribute("id"))
        .toList();
  }

  private static boolean firstChild(Element element, String name) {
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element) {
        return ((Element) child).getTagName().equals(name);
      }
    }
    return false;
  }

  private static List<String> without(Document page, String name, Predicate<Element> good) {
    return elements(page, name).stream()
        .filter(good.negate())
        .map(element -> element.getTextContent().strip())
        .toList();
  }
}
