// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesRegex;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Findings, as they are kept, told to a real HTTP server, and shown by {@code --pipeline=status}.
 */
class FindingsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final List<JsonNode> posted = new CopyOnWriteArrayList<>();
  private final DemoLake lake;
  private final Path folder;
  private HttpServer server;

  FindingsTest(@TempDir Path folder) {
    this.folder = folder;
    lake = DemoLake.withSourceIn(folder);
  }

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          posted.add(JSON.readTree(exchange.getRequestBody()));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  private void alerts(String deaf) {
    lake.configure(
        "alerts:\n  ops: {webhook: {url: '"
            + url()
            + "'}, on: [failure, gpi-breach]}\n  deaf: {webhook: {url: '"
            + deaf
            + "', format: chat}, on: [gpi-notify]}\n");
  }

  @Test
  void whatHoldsIsToldOnceToEachChannelThatTakesItAndStaysOpen() throws IOException {
    alerts("http://127.0.0.1:1/");

    Launch first = lake.run(1, "--runId=night-1");
    assertThat(first.exitCode(), is(0));
    assertThat(
        first.complaints(),
        contains(
            "tidemark: alert deaf was not delivered: 127.0.0.1 did not answer (ConnectException);"
                + " it is sent after the next run; the run itself is LOADED"));
    assertThat(posted, hasSize(1));
    JsonNode told = posted.get(0);
    int breaches = told.path("total").path("gpi-breach").asInt();
    assertThat(told.path("subject").asText(), is("Tidemark: " + breaches + " gpi-breach"));
    assertThat(told.path("run_id").asText(), is("night-1"));
    assertThat(told.path("findings").size(), is(20));
    assertThat(
        told.path("findings").get(0).path("text").asText(),
        is("section B0501CH24024/S1 has written 117.6 % of its premium limit up to 2024-05"));

    alerts(url());
    Launch quiet = lake.run(1, "--runId=night-2");
    assertThat(quiet.lastLine(), containsString("\"outcome\":\"EMPTY\""));
    assertThat(quiet.complaints(), is(empty()));
    assertThat(posted, hasSize(2));
    assertThat(
        posted.get(1).path("text").asText(), containsString("nightly run night-2 of 2024-06-0"));

    lake.run(1, "--runId=night-3");
    assertThat(posted, hasSize(2));
    statusShows(breaches);
  }

  private void statusShows(int breaches) throws IOException {
    Launch status =
        Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=status", "--lastRuns=3");

    assertThat(status.exitCode(), is(0));
    List<String> lines = status.progress().lines().toList();
    assertThat(lines, hasItem(startsWith("batch 1 is published since 2024-06-10T02:00:00Z")));
    assertThat(
        lines, hasItem(matchesRegex("Coverholder +2024-01-02 09:08:20.000500 +159 d +500 .*")));
    assertThat(lines, hasItem(matchesRegex("night-3 +EMPTY +- .*")));
    assertThat(lines, hasItem(startsWith("gpi-breach: " + breaches + ", tell the carriers")));
    JsonNode summary = JSON.readTree(status.lastLine());
    assertThat(
        summary.path("runs").findValuesAsText("run_id"),
        containsInAnyOrder("night-3", "night-2", "night-1"));
    assertThat(summary.path("findings").get(0).path("opened_by").asText(), is("night-1"));
  }

  @Test
  void aRunThatFailedBeforeThereWasAControlStoreIsToldOfAllTheSame() throws IOException {
    alerts("http://127.0.0.1:1/");
    Files.writeString(Path.of(lake.root()), "no folder");

    Launch failed = lake.run(1);

    assertThat(failed.exitCode(), is(4));
    assertThat(posted, hasSize(1));
    assertThat(posted.get(0).path("exit_code").asInt(), is(4));
    assertThat(
        posted.get(0).path("findings").get(0).path("text").asText(), startsWith("exit code 4: "));
  }

  @Test
  void aRunThatDoesNotFindThePasswordOfItsControlStoreIsToldOfAllTheSame() throws IOException {
    lake.configure(
        """
        control: {url: 'jdbc:h2:mem:unasked', user: etl, password: 'file:no-such-password'}
        alerts: {ops: {webhook: {url: '%s', format: json}}}
        """
            .formatted(url()));

    Launch failed = lake.run(1);

    assertThat(failed.exitCode(), is(2));
    assertThat(posted, hasSize(1));
    assertThat(
        posted.get(0).path("findings").get(0).path("text").asText(),
        startsWith("exit code 2: secret file "));
  }

  @Test
  void aFailureIsToldOnceUntilARunDoesWell() throws IOException {
    alerts("http://127.0.0.1:1/");
    String[] only = {"--tables=Coverholder", "--force"};
    String good = Files.readString(lake.config());
    String bad = good.replaceFirst("url: .*", "url: \"jdbc:h2:file:/nowhere/bdx;IFEXISTS=TRUE\"");
    assertThat(lake.run(1, only).exitCode(), is(0));
    assertThat(posted, is(empty()));

    lake.configureWholly(bad);
    Launch failed = lake.run(1, only);
    assertThat(failed.progress(), failed.exitCode(), is(4));
    assertThat(posted, hasSize(1));
    lake.run(1, only);
    assertThat(posted, hasSize(1));

    assertThat(lake.configureWholly(good).run(1, only).exitCode(), is(0));
    assertThat(posted, hasSize(1));
    lake.configureWholly(bad).run(1, only);
    assertThat(posted, hasSize(2));
  }

  @Test
  void aTestMessageTellsWhetherAChannelHears() throws IOException {
    alerts("http://127.0.0.1:1/");

    Launch check =
        Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=check", "--testAlerts");

    assertThat(
        check.progress().lines().toList(),
        hasItem(matchesRegex("OK +alerts.ops: took the test message")));
    assertThat(
        check.progress().lines().toList(),
        hasItem(matchesRegex("FAIL +alerts.deaf: 127.0.0.1 did not answer.*")));
    assertThat(check.exitCode(), is(4));
    assertThat(posted.get(0).path("outcome").asText(), is("TEST"));
    Launch elsewhere = Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--testAlerts");
    assertThat(
        elsewhere.complaints(),
        contains("tidemark: --testAlerts goes with --pipeline=check; leave it out"));
  }

  @Test
  void beforeTheFirstRunStatusSaysSoInOneSentenceAndMakesNothing() {
    Launch status = Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=status");

    assertThat(status.progress(), startsWith("no run has been made yet: control database jdbc:h2"));
    assertThat(status.progress().lines().count(), is(1L));
    assertThat(status.exitCode(), is(0));
    assertThat(Files.exists(folder.resolve("lake")), is(false));
  }

  @Test
  void aNumberOfRunsThatIsNoneIsRefused() {
    Launch status =
        Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=status", "--lastRuns=ten");

    assertThat(status.exitCode(), is(2));
    assertThat(
        status.complaints(),
        contains("tidemark: --lastRuns=ten is not a whole number from 1 to 1000"));
  }
}
