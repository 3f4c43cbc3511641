// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.AlertChannel;
import dev.tidemark.pipelines.config.ConfigException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Posts a message to a webhook. Any 2xx is a delivery; a redirect is none, so that nothing is sent
 * to where nobody configured it. Of the address only the host is ever told.
 */
final class WebhookPost {

  private WebhookPost() {}

  static void send(AlertChannel.Webhook webhook, AlertMessage message, Duration patience)
      throws UndeliveredException, InterruptedException {
    URI uri = address(webhook);
    AlertChannel.Format format = webhook.format();
    String type = format == AlertChannel.Format.TEXT ? "text/plain" : "application/json";
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(patience)
            .header("Content-Type", type + "; charset=utf-8")
            .header("User-Agent", "Tidemark")
            .POST(HttpRequest.BodyPublishers.ofString(message.as(format), StandardCharsets.UTF_8))
            .build();
    HttpResponse<Void> response;
    try {
      response =
          HttpClient.newBuilder()
              .connectTimeout(patience)
              .version(HttpClient.Version.HTTP_1_1)
              .build()
              .send(request, HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UndeliveredException(
          uri.getHost() + " did not answer (" + e.getClass().getSimpleName() + ")", e);
    }
    if (response.statusCode() / 100 != 2) {
      throw new UndeliveredException(
          uri.getHost()
              + " answered "
              + response.statusCode()
              + "; check the address"
              + (webhook.secret() == null ? "" : " that " + webhook.secret() + " holds"));
    }
  }

  private static URI address(AlertChannel.Webhook webhook) throws UndeliveredException {
    String url;
    try {
      url = webhook.reveal().strip();
    } catch (ConfigException e) {
      throw new UndeliveredException(String.valueOf(e.getMessage()), e);
    }
    try {
      URI uri = URI.create(url);
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // told below, without the text: it is a secret
    }
    throw new UndeliveredException(
        "what " + webhook.secret() + " holds is not a web address; it begins with https://");
  }
}
