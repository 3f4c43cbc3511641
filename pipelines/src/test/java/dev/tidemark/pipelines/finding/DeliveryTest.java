// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import com.icegreen.greenmail.util.DummySSLSocketFactory;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.pipelines.config.AlertChannel;
import dev.tidemark.pipelines.config.AlertChannel.Security;
import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.config.SecretRef;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to a real mail server and real web servers, also those that refuse and that hang. */
class DeliveryTest {

  private static final Clock NIGHT =
      Clock.fixed(Instant.parse("2024-06-10T02:00:00Z"), ZoneOffset.UTC);
  private static final Duration SHORT = Duration.ofMillis(700);

  @TempDir private Path folder = Path.of("");

  @Test
  void aMailIsSentWithALoginOverAnEncryptedConnection() throws Exception {
    GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTPS);
    try {
      AlertChannel channel = mailbox(Security.TLS, server.getSmtps().getPort(), "hunter2");

      assertThat(send(channel, trusting("smtps")), is(Optional.empty()));

      MimeMessage mail = server.getReceivedMessages()[0];
      assertThat(mail.getSubject(), is("Tidemark: a test of the channel ops"));
      assertThat(mail.getFrom()[0].toString(), is("tidemark@example.com"));
      assertThat(mail.getSentDate().toInstant(), is(NIGHT.instant()));
      assertThat(mail.getContent().toString(), containsString("Alerts arrive here."));
    } finally {
      server.stop();
    }
  }

  @Test
  void aServerThatNobodyTrustsIsNotTold() throws Exception {
    GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTPS);
    try {
      AlertChannel channel = mailbox(Security.TLS, server.getSmtps().getPort(), "hunter2");

      assertThat(send(channel, new Properties()).orElse(""), containsString("did not take"));
      assertThat(server.getReceivedMessages().length, is(0));
    } finally {
      server.stop();
    }
  }

  @Test
  void aWrongPasswordIsToldAndNotRepeated() throws Exception {
    GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTPS);
    try {
      AlertChannel channel = mailbox(Security.TLS, server.getSmtps().getPort(), "hunter3");

      String why = send(channel, trusting("smtps")).orElse("");

      assertThat(why, containsString("refuses the login; check user and password"));
      assertThat(why, not(containsString("hunter3")));
    } finally {
      server.stop();
    }
  }

  @Test
  void nothingIsSaidToAServerThatDoesNotEncryptAsAskedAndARelayIsSpokenToInClear()
      throws Exception {
    GreenMail server = mailServer(ServerSetup.PROTOCOL_SMTP);
    try {
      int port = server.getSmtp().getPort();
      assertThat(
          send(mailbox(Security.STARTTLS, port, "hunter2"), new Properties()).orElse(""),
          containsString("STARTTLS is required"));
      assertThat(server.getReceivedMessages().length, is(0));

      assertThat(send(mailbox(Security.NONE, port, ""), new Properties()), is(Optional.empty()));
      assertThat(server.getReceivedMessages().length, is(1));
    } finally {
      server.stop();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 404, 500})
  void anAnswerThatIsNoYesIsNoDelivery(int code) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
          exchange.sendResponseHeaders(code, -1);
          exchange.close();
        });
    server.start();
    try {
      Path secret = folder.resolve("url");
      Files.writeString(secret, "http://127.0.0.1:" + server.getAddress().getPort() + "/hunter2\n");

      String why = send(webhook(secret), new Properties()).orElse("");

      assertThat(why, startsWith("127.0.0.1 answered " + code + "; check the address that file:"));
      assertThat(why, not(containsString("hunter2")));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aSecretThatIsNoAddressOrNotThereIsToldWithoutItsText() throws IOException {
    Path secret = Files.writeString(folder.resolve("url"), "hunter2");
    assertThat(
        send(webhook(secret), new Properties()).orElse(""),
        is("what file:" + secret + " holds is not a web address; it begins with https://"));
    assertThat(
        send(webhook(folder.resolve("none")), new Properties()).orElse(""),
        startsWith("secret file "));
  }

  @Test
  void serversThatHangAreLeftToThemselvesTogether() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      int port = silent.getLocalPort();
      Path secret = Files.writeString(folder.resolve("url"), "http://127.0.0.1:" + port + "/");
      Map<AlertChannel, AlertMessage> messages = new LinkedHashMap<>();
      messages.put(webhook(secret), AlertMessage.test("a"));
      messages.put(mailbox(Security.NONE, port, ""), AlertMessage.test("b"));
      long began = System.nanoTime();

      Map<AlertChannel, Optional<String>> outcomes =
          new Delivery(NIGHT, SHORT, new Properties()).send(messages);

      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertThat(outcomes.size(), is(2));
      outcomes.values().forEach(outcome -> assertThat(outcome.isPresent(), is(true)));
      assertThat(took, is(lessThan(SHORT.multipliedBy(2).plusSeconds(3))));
    }
  }

  private static Optional<String> send(AlertChannel channel, Properties mail) {
    return new Delivery(NIGHT, Duration.ofSeconds(20), mail)
        .send(Map.of(channel, AlertMessage.test(channel.name())))
        .getOrDefault(channel, Optional.of("not sent"));
  }

  private static AlertChannel webhook(Path secret) {
    return new AlertChannel(
        "hook",
        Set.of(FindingKind.FAILURE),
        new AlertChannel.Webhook(null, SecretRef.of("file:" + secret), AlertChannel.Format.JSON));
  }

  private AlertChannel mailbox(Security security, int port, String password) throws IOException {
    SecretRef reference = null;
    if (!password.isEmpty()) {
      reference =
          SecretRef.of("file:" + Files.writeString(folder.resolve("password"), password + "\n"));
    }
    return new AlertChannel(
        "ops",
        Set.of(FindingKind.FAILURE),
        new AlertChannel.Email(
            "127.0.0.1",
            port,
            security,
            reference == null ? null : "bdx",
            reference,
            "tidemark@example.com",
            List.of("ops@example.com")));
  }

  private static GreenMail mailServer(String protocol) {
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
    server.setUser("bdx@example.com", "bdx", "hunter2");
    server.start();
    return server;
  }

  /** GreenMail's certificate is its own. */
  private static Properties trusting(String protocol) {
    Properties properties = new Properties();
    properties.put("mail." + protocol + ".ssl.socketFactory", new DummySSLSocketFactory());
    properties.put("mail." + protocol + ".ssl.checkserveridentity", "false");
    return properties;
  }
}
