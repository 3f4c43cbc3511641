// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code and the messages that {@code docs/testing-kit.md} shows. */
record TutorialPage(List<String> code, List<String> messages) {

  private static final Path PAGE = Path.of("..", "docs", "testing-kit.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)\\n```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern QUOTE = Pattern.compile("^> (.*)$", Pattern.MULTILINE);

  static TutorialPage read() throws IOException {
    String page = Files.readString(PAGE);
    List<String> code = new ArrayList<>();
    List<String> messages = new ArrayList<>();
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      if (block.group(1).equals("java")) {
        code.add(block.group(2));
      } else if (block.group(1).isEmpty()) {
        messages.add(block.group(2));
      }
    }
    Matcher quote = QUOTE.matcher(page);
    while (quote.find()) {
      messages.add(quote.group(1));
    }
    return new TutorialPage(code, messages);
  }

  /** Code without comments, and without what a formatter decides: blanks, and where a text ends. */
  static String essence(String code) {
    return code.replaceAll("(?m) +//.*$", "").replaceAll("\\s+", "").replace("\"+\"", "");
  }
}
