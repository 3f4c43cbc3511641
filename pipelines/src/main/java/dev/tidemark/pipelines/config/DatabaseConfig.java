// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one database is reached and how much of it may be used.
 *
 * @param url JDBC URL; it never holds a password
 * @param user user name, or null where the URL or the driver needs none
 * @param password where the password is found, or null
 * @param maxConnections the most connections open at once
 * @param fetchSize rows per round trip
 * @param statementTimeout after which a statement is abandoned
 */
public record DatabaseConfig(
    String url,
    @Nullable String user,
    @Nullable SecretRef password,
    int maxConnections,
    int fetchSize,
    Duration statementTimeout)
    implements Serializable {
  static final int DEFAULT_MAX_CONNECTIONS = 4;
  static final int DEFAULT_FETCH_SIZE = 10_000;
  static final Duration DEFAULT_STATEMENT_TIMEOUT = Duration.ofHours(1);

  /** A database with the default limits, which asks for no user. */
  public static DatabaseConfig of(String url) {
    return of(url, null, null);
  }

  /** A database with the default limits. */
  public static DatabaseConfig of(String url, @Nullable String user, @Nullable SecretRef password) {
    return new DatabaseConfig(
        url,
        user,
        password,
        DEFAULT_MAX_CONNECTIONS,
        DEFAULT_FETCH_SIZE,
        DEFAULT_STATEMENT_TIMEOUT);
  }

  /** The URL without its parameters: safe and short enough for a message. */
  public String displayUrl() {
    return JdbcUrls.withoutParameters(url);
  }
}
