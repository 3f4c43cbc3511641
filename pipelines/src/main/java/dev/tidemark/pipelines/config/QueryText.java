// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.util.Locale;
import java.util.Optional;

/**
 * A query that replaces a table. It becomes {@code SELECT ... FROM (query) q WHERE ...}, so it must
 * be one SELECT that can stand there. What it selects is checked at the source.
 */
final class QueryText {
  private final String query;
  private final StringBuilder bare = new StringBuilder();

  private QueryText(String query) {
    this.query = query;
  }

  /** What is wrong with a query for the database of that URL; empty when nothing is. */
  static Optional<String> problem(String query, String url) {
    return new QueryText(query).problem(url);
  }

  private Optional<String> problem(String url) {
    if (!readBare()) {
      return Optional.of("has a quote or comment that does not end; close it");
    }
    String text = bare.toString().strip().toUpperCase(Locale.ROOT);
    if (text.indexOf(';') >= 0) {
      return Optional.of("has a semicolon; write one SELECT without it");
    }
    if (text.matches("(?s)WITH\\b.*")) {
      return url.startsWith("jdbc:sqlserver:")
          ? Optional.of(
              "begins with WITH, which SQL Server takes nowhere but first in a statement; write"
                  + " subqueries, or read a view")
          : parentheses(text);
    }
    return text.matches("(?s)\\(*\\s*SELECT\\b.*")
        ? parentheses(text)
        : Optional.of("is no SELECT; write one, or name a view as sourceTable");
  }

  private static Optional<String> parentheses(String text) {
    int depth = 0;
    for (int i = 0; i < text.length() && depth >= 0; i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
    }
    return depth == 0
        ? Optional.empty()
        : Optional.of("has parentheses that do not match; see which is too many");
  }

  /** Takes out comments and what stands in quotes; false when one does not end. */
  private boolean readBare() {
    int at = 0;
    while (at < query.length()) {
      char c = query.charAt(at);
      int end;
      if (query.startsWith("--", at)) {
        int line = query.indexOf('\n', at);
        end = line < 0 ? query.length() : line;
        bare.append(' ');
      } else if (query.startsWith("/*", at)) {
        int close = query.indexOf("*/", at + 2);
        end = close < 0 ? -1 : close + 2;
        bare.append(' ');
      } else if (c == '\'' || c == '"' || c == '[') {
        int close = query.indexOf(c == '[' ? ']' : c, at + 1);
        end = close < 0 ? -1 : close + 1;
        bare.append('x');
      } else {
        bare.append(c);
        end = at + 1;
      }
      if (end < 0) {
        return false;
      }
      at = end;
    }
    return true;
  }
}
