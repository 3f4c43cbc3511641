// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the block {@code alerts}: by name, a webhook or a mailbox, and what it is told of. */
final class AlertReader {

  private static final Pattern ADDRESS = Pattern.compile("[^@\\s,;<>]+@[^@\\s,;<>]+");

  /** A chat's address is its password. */
  private static final Pattern SECRET_URL =
      Pattern.compile(
          "(?i)://[^/]*@|://hooks\\.slack\\.com/|://[^/]*\\.(webhook\\.office|logic\\.azure)\\.com/|[?&](sig|token|key|code|secret|password)=");

  private final Path folder;
  private final Collection<String> problems;

  private AlertReader(Path folder, Collection<String> problems) {
    this.folder = folder;
    this.problems = problems;
  }

  static List<AlertChannel> read(JsonNode node, Path folder, Collection<String> problems) {
    AlertReader reader = new AlertReader(folder, problems);
    List<AlertChannel> channels = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      AlertChannel channel = reader.channel(entry.getKey(), entry.getValue());
      if (channel != null) {
        channels.add(channel);
      }
    }
    return channels;
  }

  private @Nullable AlertChannel channel(String name, JsonNode node) {
    String path = "alerts." + name;
    if (name.isBlank() || name.length() > 100) {
      problems.add(path + ": a channel's name has 1 to 100 characters");
    }
    Set<FindingKind> kinds = kinds(path, node.path("on"));
    boolean isWebhook = node.path("webhook").isObject();
    if (isWebhook == node.path("email").isObject()) {
      problems.add(path + ": is reached in one way; give it either webhook or email");
      return null;
    }
    AlertChannel.Target target =
        isWebhook
            ? webhook(path + ".webhook", node.path("webhook"))
            : email(path + ".email", node.path("email"));
    return target == null ? null : new AlertChannel(name, kinds, target);
  }

  private Set<FindingKind> kinds(String path, JsonNode node) {
    if (!node.isArray()) {
      return AlertChannel.DEFAULT_KINDS;
    }
    Set<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
    for (JsonNode kind : node) {
      FindingKind.named(kind.asText())
          .ifPresentOrElse(
              kinds::add,
              () ->
                  problems.add(
                      path
                          + ".on: "
                          + kind.asText()
                          + " is no kind of finding"
                          + Nearest.suggestion(kind.asText(), FindingKind.texts())));
    }
    return kinds.isEmpty() ? AlertChannel.DEFAULT_KINDS : kinds;
  }

  private AlertChannel.@Nullable Webhook webhook(String path, JsonNode node) {
    String url = node.path("url").asText("");
    AlertChannel.Format format = format(node.path("format").asText("json"));
    if (SecretRef.isReference(url)) {
      return new AlertChannel.Webhook(null, SecretRef.of(url).relativeTo(folder), format);
    }
    if (SECRET_URL.matcher(url).find()) {
      // whoever knows the address may write: it is not repeated
      problems.add(path + ".url: holds a secret, never written here; use env:NAME or file:PATH");
      return null;
    }
    if (!url.isBlank() && !isHttp(url)) {
      problems.add(path + ".url: " + url + " is not a web address; it begins with https://");
      return null;
    }
    return new AlertChannel.Webhook(url, null, format);
  }

  private static AlertChannel.Format format(String text) {
    for (AlertChannel.Format format : AlertChannel.Format.values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(text)) {
        return format;
      }
    }
    // the schema has told of it
    return AlertChannel.Format.JSON;
  }

  static boolean isHttp(String url) {
    try {
      URI uri = new URI(url);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      return uri.getHost() != null && (scheme.equals("https") || scheme.equals("http"));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private AlertChannel.Email email(String path, JsonNode node) {
    AlertChannel.Security security = security(node.path("security").asText("starttls"));
    String user = node.path("user").isTextual() ? node.path("user").asText() : null;
    SecretRef password = password(path, node.path("password"));
    if ((user == null) != node.path("password").isMissingNode()) {
      problems.add(path + ": user and password go together; add the other, or leave both out");
    }
    if (security == AlertChannel.Security.NONE && user != null) {
      problems.add(
          path
              + ".security: none would send the password in clear; use starttls or tls, or leave"
              + " user and password out");
    }
    List<String> to = new ArrayList<>();
    node.path("to").forEach(address -> to.add(address(path + ".to", address.asText())));
    return new AlertChannel.Email(
        node.path("host").asText(""),
        node.path("port").asInt(security.port()),
        security,
        user,
        password,
        address(path + ".from", node.path("from").asText("")),
        to);
  }

  private static AlertChannel.Security security(String text) {
    for (AlertChannel.Security security : AlertChannel.Security.values()) {
      if (security.name().toLowerCase(Locale.ROOT).equals(text)) {
        return security;
      }
    }
    return AlertChannel.Security.STARTTLS;
  }

  private @Nullable SecretRef password(String path, JsonNode node) {
    if (node.isMissingNode()) {
      return null;
    }
    if (!node.isTextual() || !SecretRef.isReference(node.asText())) {
      problems.add(path + ".password: a password is never written here; use env:NAME or file:PATH");
      return null;
    }
    return SecretRef.of(node.asText()).relativeTo(folder);
  }

  private String address(String path, String text) {
    if (!text.isEmpty() && !ADDRESS.matcher(text).matches()) {
      problems.add(path + ": " + text + " is not an address; write one as ops@example.com");
    }
    return text;
  }
}
