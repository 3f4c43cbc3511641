// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Somewhere that people are told of findings.
 *
 * @param name its key in the configuration; the control store knows by it who was told of what
 * @param on the kinds that it is told of
 * @param to how it is reached
 */
public record AlertChannel(String name, Set<FindingKind> on, Target to) implements Serializable {

  /** What a channel is told of that says nothing itself. */
  public static final Set<FindingKind> DEFAULT_KINDS =
      Collections.unmodifiableSet(
          EnumSet.of(FindingKind.FAILURE, FindingKind.RECONCILIATION, FindingKind.GPI_BREACH));

  public AlertChannel {
    on = Collections.unmodifiableSet(EnumSet.copyOf(on));
  }

  /** How a channel is reached. */
  public sealed interface Target extends Serializable permits Webhook, Email {}

  /** What a webhook is sent. */
  public enum Format {
    /** Every finding with its fields, for programs. */
    JSON,
    /** One {@code text}, as Slack, Teams and Mattermost take it. */
    CHAT,
    /** The text alone, for what shows or forwards whatever it is sent. */
    TEXT
  }

  /**
   * A URL that messages are posted to.
   *
   * @param url as it was written, when it is no secret; else null
   * @param secret where it is found, when it was not written; else null
   * @param format what is posted
   */
  public record Webhook(@Nullable String url, @Nullable SecretRef secret, Format format)
      implements Target {

    /**
     * Where to post.
     *
     * @throws ConfigException when the reference leads nowhere
     */
    public String reveal() {
      return secret == null ? String.valueOf(url) : secret.reveal();
    }
  }

  /** How a mail server is spoken to. */
  public enum Security {
    /** In clear, then encrypted before anything is said: port 587. */
    STARTTLS(587),
    /** Encrypted from the first byte: port 465. */
    TLS(465),
    /** In clear: port 25, a relay inside the house that asks for no password. */
    NONE(25);

    private final int port;

    Security(int port) {
      this.port = port;
    }

    int port() {
      return port;
    }
  }

  /**
   * A mail server, and who is written to.
   *
   * @param host the server
   * @param port its port
   * @param security how it is spoken to
   * @param user the login; null where none is needed
   * @param password where its password is found; null where none is needed
   * @param from the sender
   * @param recipients who is written to
   */
  public record Email(
      String host,
      int port,
      Security security,
      @Nullable String user,
      @Nullable SecretRef password,
      String from,
      List<String> recipients)
      implements Target {

    public Email {
      recipients = List.copyOf(recipients);
    }
  }

  /** The secret that the channel needs; null for none. */
  public @Nullable SecretRef secret() {
    return to instanceof Webhook webhook ? webhook.secret() : ((Email) to).password();
  }
}
