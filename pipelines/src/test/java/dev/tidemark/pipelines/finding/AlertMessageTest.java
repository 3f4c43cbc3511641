// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.pipelines.config.AlertChannel.Format;
import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.control.OpenFinding;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AlertMessageTest {

  private static final Instant NIGHT = Instant.parse("2024-06-10T02:00:00Z");

  @Test
  void theMostUrgentComesFirstWithWhatToDo() {
    AlertMessage message =
        message(List.of(finding(1, FindingKind.MISSING), finding(2, FindingKind.GPI_BREACH)));

    assertThat(
        message.text().lines().toList(),
        contains(
            "Tidemark: 1 gpi-breach, 1 missing",
            "nightly run night-2 of 2024-06-10T02:00:00Z: FAILED, exit code 1",
            "",
            "gpi-breach: tell the carriers before more is bound; figures in mart/gpi_utilisation",
            "- finding 2",
            "",
            "missing: ask the coverholder for it; all that is owed is in mart/missing_bordereaux",
            "- finding 1"));
  }

  @Test
  void ofManyOfAKindTwentyAreNamedAndTheOthersCounted() {
    List<OpenFinding> many = new ArrayList<>();
    for (int id = 1; id <= 23; id++) {
      many.add(finding(id, FindingKind.MISSING));
    }
    many.add(finding(24, FindingKind.LATE));

    AlertMessage message = message(many);

    assertThat(
        message.text().lines().skip(23).toList(),
        contains(
            "- finding 20",
            "- and 3 more: the JSON of --pipeline=status has them all",
            "",
            "late: see mart/bordereau_timeliness for who is late often",
            "- finding 24"));
    assertThat(message.total().get("missing"), is(23));
  }

  @Test
  void programsGetFieldsAChatOneTextAndTheRestTheTextAlone() throws Exception {
    AlertMessage message = message(List.of(finding(7, FindingKind.DRIFT)));
    JsonMapper json = JsonMapper.builder().build();

    JsonNode fields = json.readTree(message.as(Format.JSON));
    assertThat(fields.path("exit_code").asInt(), is(1));
    assertThat(fields.path("findings").get(0).path("found_by").asText(), is("night-1"));
    assertThat(fields.path("findings").get(0).path("since").asText(), is("2024-06-10T02:00:00Z"));
    assertThat(json.readTree(message.as(Format.CHAT)).path("text").asText(), is(message.text()));
    assertThat(message.as(Format.TEXT), is(message.text()));
  }

  @Test
  void aTestSaysThatNothingHappened() {
    String text = AlertMessage.test("ops").text();

    assertThat(text, containsString("Nothing happened"));
    assertThat(text, not(containsString("exit code")));
  }

  private static AlertMessage message(List<OpenFinding> findings) {
    RunRequest request =
        new RunRequest(
            TidemarkConfig.parse("source: {url: 'jdbc:h2:mem:unasked'}\nlake: {root: unasked}\n"),
            "night-2",
            NIGHT,
            LocalDate.parse("2024-06-10"),
            Set.of());
    RunSummary summary = RunSummary.failed(request, List.of(), List.of(), "it broke");
    return AlertMessage.of("nightly", new EndedRun(request, summary, 1, NIGHT, NIGHT), findings);
  }

  private static OpenFinding finding(long id, FindingKind kind) {
    return new OpenFinding(
        id,
        "scope",
        new Observation("key " + id, kind, "about", "finding " + id),
        NIGHT,
        "night-1",
        NIGHT);
  }
}
