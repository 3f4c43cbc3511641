// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.AlertChannel;
import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.SecretRef;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message through a mail server. Where encryption is asked for nothing is said without it,
 * and the server's certificate must be good for its name.
 */
final class MailSending {

  private MailSending() {}

  static void send(
      AlertChannel.Email email,
      AlertMessage message,
      Instant now,
      Properties more,
      Duration patience)
      throws UndeliveredException {
    String server = email.host() + ":" + email.port();
    String password = password(email.password());
    boolean isTls = email.security() == AlertChannel.Security.TLS;
    String protocol = isTls ? "smtps" : "smtp";
    Properties properties = properties(email, "mail." + protocol + ".", patience);
    properties.putAll(more);
    Session session = Session.getInstance(properties);
    try {
      MimeMessage mail = mail(session, email, message, now);
      try (Transport transport = session.getTransport(protocol)) {
        transport.connect(email.host(), email.port(), email.user(), password);
        transport.sendMessage(mail, mail.getAllRecipients());
      }
    } catch (AuthenticationFailedException e) {
      throw new UndeliveredException(
          server + " refuses the login; check user and password of the channel", e);
    } catch (MessagingException e) {
      throw new UndeliveredException(server + " did not take the message (" + reason(e) + ")", e);
    }
  }

  private static Properties properties(AlertChannel.Email email, String prefix, Duration patience) {
    String millis = Long.toString(patience.toMillis());
    Properties properties = new Properties();
    properties.setProperty(prefix + "connectiontimeout", millis);
    properties.setProperty(prefix + "timeout", millis);
    properties.setProperty(prefix + "writetimeout", millis);
    properties.setProperty(prefix + "auth", Boolean.toString(email.user() != null));
    properties.setProperty(prefix + "ssl.checkserveridentity", "true");
    if (email.security() == AlertChannel.Security.STARTTLS) {
      properties.setProperty(prefix + "starttls.enable", "true");
      properties.setProperty(prefix + "starttls.required", "true");
    }
    return properties;
  }

  private static MimeMessage mail(
      Session session, AlertChannel.Email email, AlertMessage message, Instant now)
      throws MessagingException {
    MimeMessage mail = new MimeMessage(session);
    mail.setFrom(new InternetAddress(email.from()));
    for (String recipient : email.recipients()) {
      mail.addRecipient(Message.RecipientType.TO, new InternetAddress(recipient));
    }
    String utf8 = StandardCharsets.UTF_8.name();
    mail.setSubject(message.subject(), utf8);
    mail.setText(message.text(), utf8);
    mail.setSentDate(Date.from(now));
    // no answer from the machines of those who are on holiday
    mail.setHeader("Auto-Submitted", "auto-generated");
    return mail;
  }

  private static @Nullable String password(@Nullable SecretRef reference)
      throws UndeliveredException {
    try {
      return reference == null ? null : reference.reveal();
    } catch (ConfigException e) {
      throw new UndeliveredException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The server's own words, on one line. */
  private static String reason(MessagingException e) {
    Exception next = e.getNextException();
    String text = String.valueOf((next == null ? e : next).getMessage()).strip();
    return text.lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
