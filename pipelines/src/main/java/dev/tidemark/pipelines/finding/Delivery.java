// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.AlertChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Sends messages to channels, all at once, and waits for no more than a while in all: a channel
 * that hangs is left to itself.
 */
final class Delivery {

  /** Long enough for a server that answers, and no longer than anybody minds. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Clock clock;
  private final Duration patience;
  private final Properties mail;

  /**
   * A delivery.
   *
   * @param clock of the date in a message
   * @param patience after which a channel is left to itself
   * @param mail more properties of the mail session, such as whom it trusts
   */
  Delivery(Clock clock, Duration patience, Properties mail) {
    this.clock = clock;
    this.patience = patience;
    this.mail = mail;
  }

  /** A delivery as users have it. */
  static Delivery of(Clock clock) {
    return new Delivery(clock, PATIENCE, new Properties());
  }

  /** By channel: empty when it took its message, else why it did not. */
  Map<AlertChannel, Optional<String>> send(Map<AlertChannel, AlertMessage> messages) {
    Map<AlertChannel, Optional<String>> outcomes = new LinkedHashMap<>();
    if (messages.isEmpty()) {
      return outcomes;
    }
    List<AlertChannel> channels = List.copyOf(messages.keySet());
    List<Callable<Boolean>> sending = new ArrayList<>();
    messages.forEach((channel, message) -> sending.add(() -> sent(channel, message)));
    ExecutorService threads = Executors.newFixedThreadPool(channels.size(), Delivery::thread);
    try {
      List<Future<Boolean>> sent =
          threads.invokeAll(sending, patience.toMillis(), TimeUnit.MILLISECONDS);
      for (int c = 0; c < channels.size(); c++) {
        outcomes.put(channels.get(c), outcome(sent.get(c)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      channels.forEach(each -> outcomes.put(each, Optional.of("the process was told to stop")));
    } finally {
      threads.shutdownNow();
    }
    return outcomes;
  }

  /** One that hangs does not keep the process. */
  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "alert");
    thread.setDaemon(true);
    return thread;
  }

  private boolean sent(AlertChannel channel, AlertMessage message)
      throws UndeliveredException, InterruptedException {
    if (channel.to() instanceof AlertChannel.Webhook webhook) {
      WebhookPost.send(webhook, message, patience);
    } else {
      MailSending.send((AlertChannel.Email) channel.to(), message, clock.instant(), mail, patience);
    }
    return true;
  }

  private Optional<String> outcome(Future<Boolean> sent) throws InterruptedException {
    try {
      sent.get();
      return Optional.empty();
    } catch (CancellationException e) {
      return Optional.of("no answer within " + patience.toMillis() / 1000.0 + " s");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return Optional.of(
          cause instanceof UndeliveredException
              ? String.valueOf(cause.getMessage())
              : "unexpected " + cause);
    }
  }
}
