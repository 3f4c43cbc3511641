// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The block {@code alerts}: what it means, and what is refused in one sentence. */
class AlertConfigTest {

  private static final String PLAIN =
      """
      source: {url: "jdbc:h2:mem:source"}
      lake: {root: lake}
      """;

  @Test
  void withoutTheBlockNobodyIsTold() {
    assertThat(TidemarkConfig.parse(PLAIN).alerts(), is(empty()));
    assertThat(TidemarkConfig.parse(PLAIN + "alerts:\n").alerts(), is(empty()));
  }

  @Test
  void aWebhookThatSaysNothingMoreIsToldOfTheWorstInJson() {
    AlertChannel channel = only("{webhook: {url: 'https://ops.example/hook'}}");

    assertThat(channel.name(), is("ops"));
    assertThat(
        channel.on(),
        containsInAnyOrder(
            FindingKind.FAILURE, FindingKind.RECONCILIATION, FindingKind.GPI_BREACH));
    assertThat(
        channel.to(),
        is(new AlertChannel.Webhook("https://ops.example/hook", null, AlertChannel.Format.JSON)));
    assertThat(TidemarkConfig.parse(PLAIN).withLakeRoot("other").alerts(), is(empty()));
  }

  @Test
  void aMailboxHasThePortOfItsSecurity() {
    AlertChannel channel =
        only(
            "{on: [missing, late], email: {host: smtp.example, user: bdx, password: env:P,"
                + " from: t@example.com, to: [a@example.com, b@example.com]}}");

    assertThat(channel.on(), containsInAnyOrder(FindingKind.MISSING, FindingKind.LATE));
    assertThat(
        channel.to(),
        is(
            new AlertChannel.Email(
                "smtp.example",
                587,
                AlertChannel.Security.STARTTLS,
                "bdx",
                SecretRef.of("env:P"),
                "t@example.com",
                List.of("a@example.com", "b@example.com"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{on: [failure]} | alerts.ops: is reached in one way; give it either webhook or email",
        "{on: [gpi-breech], webhook: {url: 'https://a'}} | alerts.ops.on: gpi-breech is no kind of"
            + " finding; did you mean gpi-breach?",
        "{webhook: {url: 'ops.example/hook'}} | alerts.ops.webhook.url: ops.example/hook is not a"
            + " web address; it begins with https://",
        "{webhook: {url: 'https://a', format: xml}} | alerts.ops.webhook.format: \"xml\" is not"
            + " json, chat or text",
        "{webhook: {url: 'https://a', formt: json}} | alerts.ops.webhook.formt: unknown key; did you mean format?",
        "{email: {host: h, from: a@b, to: [c d]}} | alerts.ops.email.to: c d is not an address;"
            + " write one as ops@example.com",
        "{email: {host: h, from: a@b, to: [c@d], user: u}} | alerts.ops.email: user and password go"
            + " together; add the other, or leave both out",
        "{email: {host: h, from: a@b, to: [c@d], security: none, user: u, password: 'env:P'}} |"
            + " alerts.ops.email.security: none would send the password in clear; use starttls or"
            + " tls, or leave user and password out",
        "{email: {host: h, from: a@b}} | alerts.ops.email.to: missing; add a list of addresses",
        "{on: [], webhook: {url: 'https://a'}} | alerts.ops.on: [] is not a list of kinds such as"
            + " [failure, gpi-breach]",
      })
  void whatCannotBeFollowedIsRefusedWithItsRemedy(String channel, String problem) {
    ConfigException refused = assertThrows(ConfigException.class, () -> only(channel));

    assertThat(refused.problems(), contains(problem.strip()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{webhook: {url: 'https://hooks.slack.com/services/T0/B0/hunter2'}}",
        "{webhook: {url: 'https://house.webhook.office.com/webhookb2/hunter2'}}",
        "{webhook: {url: 'https://ops.example/hook?token=hunter2'}}",
        "{webhook: {url: 'https://bdx:hunter2@ops.example/hook'}}",
        "{email: {host: h, from: a@b, to: [c@d], user: u, password: hunter2}}",
      })
  void aSecretIsRefusedAndNotRepeated(String channel) {
    ConfigException refused = assertThrows(ConfigException.class, () -> only(channel));

    assertThat(refused.getMessage(), containsString("never written here; use env:NAME"));
    assertThat(refused.getMessage(), not(containsString("hunter2")));
  }

  private static AlertChannel only(String channel) {
    List<AlertChannel> channels =
        TidemarkConfig.parse(PLAIN + "alerts:\n  ops: " + channel + "\n").alerts();
    assertThat(channels.size(), is(1));
    return channels.get(0);
  }
}
