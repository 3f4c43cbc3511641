// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.table.PublishedCut;
import freemarker.core.TemplateClassResolver;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the template shows: texts and places, nothing that it has to work out.
 *
 * @param title of the document
 * @param verdict how the run ended
 * @param attention what to look at
 * @param loaded what it read, changed and checked
 * @param histories what it added to the histories; null when they cannot be read
 * @param marts what the published marts say; null when nothing is published or it cannot be read
 * @param unreadable why the marts cannot be read; null when they can
 */
record ReportPage(
    String title,
    Verdict verdict,
    List<Attention> attention,
    LoadedTables loaded,
    @Nullable HistoryChanges histories,
    @Nullable MartFigures marts,
    @Nullable String unreadable) {

  /** So many rows of what is worst are shown. */
  static final int SHOWN = 50;

  private static final char REPLACEMENT = '\uFFFD';
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  /** What no HTML may contain, whoever sent it. */
  private static final String CONTROL =
      "[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F\\uFFFE\\uFFFF\\p{Cs}]";

  /** Looks at the lake, and at what the run says of itself. */
  static ReportPage of(ReportedRun run) {
    TidemarkConfig config = run.config();
    RunSummary summary = run.summary();
    ReportedCut cut = null;
    HistoryChanges histories = null;
    MartFigures marts = null;
    String unreadable = null;
    if (config != null) {
      try {
        cut = ReportedCut.of(config, summary).orElse(null);
        if (cut != null) {
          marts = MartFigures.in(cut, asOf(run));
          histories = HistoryChanges.of(summary, cut);
        }
      } catch (RuntimeException e) {
        // A report of what is known is worth more than none: a lake that cannot be read is news.
        marts = null;
        unreadable = Wording.line(e.getMessage());
      }
    }
    PublishedCut published = cut == null ? null : cut.published();
    Verdict verdict = Verdict.of(run, published);
    return new ReportPage(
        verdict.word() + " · " + verdict.facts().get(0).value() + " · Tidemark",
        verdict,
        Attention.of(summary, marts),
        LoadedTables.of(summary),
        histories == null ? HistoryChanges.of(summary, null) : histories,
        marts,
        unreadable);
  }

  private static LocalDate asOf(ReportedRun run) {
    String asOf = run.summary().asOf();
    return asOf == null
        ? LocalDate.ofInstant(run.endedAt(), ZoneOffset.UTC)
        : LocalDate.parse(asOf);
  }

  /** The whole file. It is well-formed XML too. */
  String toHtml() {
    StringWriter html = new StringWriter();
    try {
      Map<String, Object> model = MAPPER.convertValue(this, new TypeReference<>() {});
      configuration().getTemplate("report.ftlh").process(model, html);
    } catch (TemplateException e) {
      throw new IllegalStateException("the template of the report is broken", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return html.toString().replaceAll(CONTROL, String.valueOf(REPLACEMENT));
  }

  private static Configuration configuration() {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_35);
    configuration.setClassForTemplateLoading(ReportPage.class, "");
    configuration.setDefaultEncoding("UTF-8");
    configuration.setLocale(Locale.ROOT);
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    configuration.setWrapUncheckedExceptions(true);
    configuration.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
    return configuration;
  }
}
