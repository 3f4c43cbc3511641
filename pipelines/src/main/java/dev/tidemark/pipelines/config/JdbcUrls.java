// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be told about a JDBC URL without its driver. */
final class JdbcUrls {
  // The parameter names of the four sources' drivers that carry a secret all contain one of these.
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile(
          "[?;&]([^=;&]*(?:password|passwd|pwd|passcode|secret|token|privatekey|private_key_base64"
              + "|providerclientkey)[^=;&]*)=",
          Pattern.CASE_INSENSITIVE);
  // Settings whose names only sound like it.
  private static final Set<String> NO_SECRETS =
      Set.of(
          "passcodeinpassword",
          "accesstokencallbackclass",
          "oauthtokenrequesturl",
          "clientrequestmfatoken");
  private static final Pattern USER_INFO = Pattern.compile("//[^/?;@]*:[^/?;]*@");
  private static final Pattern ORACLE_STYLE = Pattern.compile(":[^:/@?;]+/[^:/@?;]+@");

  private JdbcUrls() {}

  static boolean holdsSecret(String url) {
    return holdsSecretParameter(url)
        || USER_INFO.matcher(url).find()
        || ORACLE_STYLE.matcher(url).find();
  }

  private static boolean holdsSecretParameter(String url) {
    Matcher parameter = SECRET_PARAMETER.matcher(url);
    while (parameter.find()) {
      if (!NO_SECRETS.contains(parameter.group(1).strip().toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
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
