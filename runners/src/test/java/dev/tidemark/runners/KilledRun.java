// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.NightlyRun;
import dev.tidemark.pipelines.run.RunListener;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.TableStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A nightly run that stops at a point, says so and waits to be killed. The product knows nothing of
 * it: the points lie in what surrounds the run.
 *
 * <p>Arguments: point, configuration, logical time, then pipeline options.
 */
final class KilledRun {

  /** Where a run can be stopped, in the order in which it comes there. */
  enum Point {
    CAPTURED,
    FIRST_TABLE_LANDED,
    GRAPH_ENDED,
    INTENT_DURABLE,
    HALF_THE_TABLES_COMMITTED,
    ALL_TABLES_COMMITTED,
    CUT_PUBLISHED,
    MARKS_MOVED
  }

  /** What is printed where the run stops. */
  static final String STOPPED = "stopped at ";

  private static final Duration POLL = Duration.ofMillis(5);

  private final Point point;
  private final CountDownLatch graphStarted = new CountDownLatch(1);
  private final AtomicInteger commits = new AtomicInteger();

  private KilledRun(Point point) {
    this.point = point;
  }

  public static void main(String[] args) {
    new KilledRun(Point.valueOf(args[0]))
        .run(
            TidemarkConfig.load(Path.of(args[1])),
            Instant.parse(args[2]),
            Arrays.copyOfRange(args, 3, args.length));
  }

  private void run(TidemarkConfig config, Instant logicalTime, String... options) {
    if (point == Point.FIRST_TABLE_LANDED) {
      watchLanding(Path.of(config.lake().root(), "landing"));
    }
    RunRequest request =
        new RunRequest(
            config,
            "killed",
            logicalTime,
            logicalTime.atZone(ZoneOffset.UTC).toLocalDate(),
            Set.of());
    TidemarkOptions read = Arguments.read(options);
    RunnerSettings.apply(read, options);
    int tables = LakeTables.of(config.lake().buckets(), Map.of()).all().size();
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      new NightlyRun(
              request,
              source(JdbcSourceDatabase.of(config.source())),
              control(control),
              store(DeltaTableStore.in(config.lake().root()), tables),
              read,
              Clock.fixed(DemoLake.NOW, ZoneOffset.UTC),
              new Listener())
          .execute();
    }
  }

  /** The source is asked again once the graph has ended. */
  private SourceDatabase source(SourceDatabase source) {
    return around(
        SourceDatabase.class,
        source,
        (method, before) -> {
          if (before && graphStarted.getCount() == 0) {
            stopIf(Point.GRAPH_ENDED);
          }
        });
  }

  private TableStore store(TableStore store, int tables) {
    return around(
        TableStore.class,
        store,
        (method, before) -> {
          if (!method.equals("commit")) {
            return;
          }
          if (before) {
            stopIf(Point.INTENT_DURABLE);
            return;
          }
          int committed = commits.incrementAndGet();
          if (committed == tables / 2) {
            stopIf(Point.HALF_THE_TABLES_COMMITTED);
          } else if (committed == tables) {
            stopIf(Point.ALL_TABLES_COMMITTED);
          }
        });
  }

  private ControlStore control(ControlStore control) {
    return around(
        ControlStore.class,
        control,
        (method, before) -> {
          if (method.equals("moveMarks")) {
            stopIf(before ? Point.CUT_PUBLISHED : Point.MARKS_MOVED);
          }
        });
  }

  private void watchLanding(Path landing) {
    Thread watch =
        new Thread(
            () -> {
              long before = manifests(landing);
              while (manifests(landing) == before) {
                pause();
              }
              stopIf(Point.FIRST_TABLE_LANDED);
            },
            "watch landing");
    watch.setDaemon(true);
    watch.start();
  }

  private static long manifests(Path landing) {
    try (Stream<Path> files = Files.walk(landing)) {
      return files.filter(file -> file.endsWith("_manifest.json")).count();
    } catch (IOException | UncheckedIOException goneMeanwhile) {
      return manifests(landing);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopIf(Point here) {
    if (point == here) {
      System.out.println(STOPPED + here);
      System.out.flush();
      waitToBeKilled();
    }
  }

  private static void waitToBeKilled() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("was to be killed", e);
    }
  }

  /** Hears of each call before and after it. */
  private interface Calls {
    void heard(String method, boolean before);
  }

  private static <T> T around(Class<T> type, T inner, Calls calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              calls.heard(method.getName(), true);
              try {
                Object result = method.invoke(inner, args);
                calls.heard(method.getName(), false);
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private final class Listener implements RunListener {

    @Override
    public void rolledForward(long batchId, String runId) {}

    @Override
    public void tableCaptured(TableSummary table) {}

    @Override
    public void graphStarted(int dueTables) {
      graphStarted.countDown();
      stopIf(Point.CAPTURED);
    }

    @Override
    public void tablePublished(TableSummary table) {}

    @Override
    public void tableFailed(TableSummary table) {}
  }
}
