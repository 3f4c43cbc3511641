// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The page of dependencies beside the modules' files, and what these leave out of what is shipped.
 */
class DependenciesPageTest {

  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/reference/dependencies.md");
  private static final Pattern LINE =
      Pattern.compile("\\| `([^`]+)` \\| (bundled|Spark|compiling|tests) \\| (\\S.*) \\|");
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  /** What a line of the page tells, and what it should. */
  private record Dependency(String name, boolean isForTests) {}

  @ParameterizedTest
  @ValueSource(strings = {"testing", "transforms", "pipelines", "runners"})
  void everyDependencyHasALineAndEveryLineADependency(String module) throws Exception {
    List<Dependency> told = new ArrayList<>();
    for (Matcher line : lines(module)) {
      told.add(new Dependency(line.group(1), line.group(2).equals("tests")));
    }

    assertThat(told, is(dependencies(module)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"transforms", "pipelines", "runners"})
  void whatIsBundledIsToldSo(String module) throws Exception {
    List<Pattern> bundled = patterns("runners/pom.xml", "//artifactSet/includes/include");
    for (Matcher line : lines(module)) {
      if (!line.group(2).equals("tests")) {
        boolean isBundled =
            bundled.stream().anyMatch(each -> each.matcher(line.group(1)).matches());
        assertThat(line.group(), line.group(2).equals("bundled"), is(isBundled));
      }
    }
  }

  @Test
  void whatIsBundledIsNotInTheDistributionASecondTime() throws Exception {
    List<String> bundled = texts("runners/pom.xml", "//artifactSet/includes/include");
    List<String> leftOut =
        texts("runners/src/main/assembly/distribution.xml", "//dependencySet/excludes/exclude");

    assertThat(bundled, is(not(empty())));
    assertThat(leftOut, hasItems(bundled.toArray(String[]::new)));
  }

  private static List<Dependency> dependencies(String module) throws Exception {
    Document pom = read(module + "/pom.xml");
    List<Dependency> found = new ArrayList<>();
    for (Node each : nodes(pom, "/project/dependencies/dependency")) {
      String name = XPATH.evaluate("concat(groupId, ':', artifactId)", each);
      String scope = XPATH.evaluate("scope", each);
      found.add(new Dependency(name, scope.equals("test") || module.equals("testing")));
    }
    assertThat(found, is(not(empty())));
    return found;
  }

  private static List<Matcher> lines(String module) throws Exception {
    String page = Files.readString(PAGE);
    int start = page.indexOf("\n## " + module + "\n");
    int end = page.indexOf("\n## ", start + 1);
    String section = end < 0 ? page.substring(start) : page.substring(start, end);
    List<Matcher> found = new ArrayList<>();
    section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(
            line -> {
              Matcher matcher = LINE.matcher(line);
              assertThat(line, matcher.matches(), is(true));
              found.add(matcher);
            });
    return found;
  }

  private static List<Pattern> patterns(String file, String path) throws Exception {
    return texts(file, path).stream()
        .map(each -> Pattern.compile(each.replace(".", "\\.").replace("*", ".*")))
        .toList();
  }

  private static List<String> texts(String file, String path) throws Exception {
    return nodes(read(file), path).stream().map(Node::getTextContent).toList();
  }

  private static List<Node> nodes(Document document, String path) throws Exception {
    NodeList found = (NodeList) XPATH.evaluate(path, document, XPathConstants.NODESET);
    return IntStream.range(0, found.getLength()).mapToObj(found::item).toList();
  }

  private static Document read(String file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(file).toFile());
  }
}
