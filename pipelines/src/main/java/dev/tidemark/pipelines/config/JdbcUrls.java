// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.util.regex.Pattern;

/** What can be told about a JDBC URL without its driver. */
final class JdbcUrls {
  // The parameter names of the four sources' drivers that carry a secret all contain one of these.
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile(
          "[?;&][^=;&]*(password|passwd|pwd|passcode|secret|token)[^=;&]*=",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern USER_INFO = Pattern.compile("//[^/?;@]*:[^/?;]*@");
  private static final Pattern ORACLE_STYLE = Pattern.compile(":[^:/@?;]+/[^:/@?;]+@");

  private JdbcUrls() {}

  static boolean holdsSecret(String url) {
    return SECRET_PARAMETER.matcher(url).find()
        || USER_INFO.matcher(url).find()
        || ORACLE_STYLE.matcher(url).find();
  }

  static String withoutParameters(String url) {
    int end = url.length();
    for (char separator : new char[] {'?', ';'}) {
      int at = url.indexOf(separator);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    return url.substring(0, end).replaceAll("//[^/]*@", "//");
  }
}
