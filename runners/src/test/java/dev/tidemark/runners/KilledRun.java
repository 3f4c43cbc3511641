// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.NightlyRun;
import dev.tidemark.pipelines.run.RunListener;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.runners.KillPoint.Moment;
import dev.tidemark.testing.MutableClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A run that stops at a point, says so and waits to be killed with its process. The product knows
 * nothing of it: the points lie in what surrounds the run.
 *
 * <p>Arguments of a process: {@code POINT=command line}, the options of it separated by blanks, as
 * often as wanted. The next begins when the one before has stopped; all die together.
 */
final class KilledRun {

  /** What is printed where a run stops. */
  static final String STOPPED = "stopped at ";

  private static final String LEASE_THREAD = "lease";

  private final KillPoint point;
  private final TidemarkOptions options;
  private final RunRequest request;
  private final int tables;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean isGraphStarted;
  private volatile int dueTables;
  private int heard;
  private boolean isStopped;

  private KilledRun(KillPoint point, String... args) {
    this.point = point;
    Clock clock = MutableClock.at(DemoLake.NOW);
    options = Launch.options(args);
    RunnerSettings.apply(options, args);
    request =
        options.getPipeline().equals("compare-keys")
            ? Requests.comparing(options, clock)
            : Requests.of(options, clock);
    tables = LakeTables.of(request.config().lake(), Map.of()).all().size();
  }

  public static void main(String[] args) throws InterruptedException {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      KillPoint point = KillPoint.valueOf(arg.substring(0, equals));
      KilledRun run = new KilledRun(point, arg.substring(equals + 1).split(" "));
      Thread thread = new Thread(run::run, "run to " + point);
      thread.start();
      run.stopped.await();
    }
  }

  private void run() {
    WatchedDisk.add(new Disk(request.config().lake().root() + "/"));
    try (ControlStore control = JdbcControlStore.open(request.config().control())) {
      new NightlyRun(
              request,
              around(SourceDatabase.class, JdbcSourceDatabase.of(request.config().source())),
              around(ControlStore.class, control),
              around(TableStore.class, DeltaTableStore.in(request.config().lake().root())),
              options,
              MutableClock.at(DemoLake.NOW),
              listener())
          .execute();
      System.out.println("ended before " + point);
    } catch (RuntimeException failed) {
      failed.printStackTrace();
      System.out.println("failed before " + point);
    }
    // Nothing of it is to be closed in good order; whoever waits for it to stop sees what it said.
    Runtime.getRuntime().halt(1);
  }

  private <T> T around(Class<T> type, T inner) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> call(method, inner, args)));
  }

  private Object call(Method method, Object inner, Object[] args) throws Throwable {
    if (Thread.currentThread().getName().equals(LEASE_THREAD)) {
      return invoke(method, inner, args);
    }
    boolean isChange = args != null && Arrays.stream(args).anyMatch(KilledRun::isChange);
    String what = method.getName() + (isChange ? " of changes" : "");
    if (isChange && point == KillPoint.FIRST_TABLE_CREATED) {
      // Creating it is the first half of its first commit.
      invoke(method, inner, Arrays.stream(args).map(a -> isChange(a) ? List.of() : a).toArray());
      stopIf(true);
    }
    hear(Moment.BEFORE, what);
    if (isGraphStarted && inner instanceof SourceDatabase) {
      hear(Moment.BEFORE, "ask again");
    }
    Object result = invoke(method, inner, args);
    hear(Moment.AFTER, what);
    return result;
  }

  private static Object invoke(Method method, Object inner, Object[] args) throws Throwable {
    try {
      return method.invoke(inner, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Whether an argument of a commit has something to commit. */
  private static boolean isChange(Object argument) {
    return argument instanceof Collection<?> changes
        && changes.stream().anyMatch(change -> change instanceof TableChange it && !it.isEmpty());
  }

  private RunListener listener() {
    return (RunListener)
        Proxy.newProxyInstance(
            RunListener.class.getClassLoader(),
            new Class<?>[] {RunListener.class},
            (proxy, method, args) -> {
              if (method.getName().equals("graphStarted")) {
                isGraphStarted = true;
                dueTables = (int) args[0];
              }
              return null;
            });
  }

  private void hear(Moment moment, String what) {
    stopIf(point.isWhen(moment, what) && isNth());
  }

  private synchronized boolean isNth() {
    return ++heard
        == switch (point.count()) {
          case ONE -> 1;
          case TWO -> 2;
          case HALF_THE_TABLES -> tables / 2;
          case EVERY_TABLE -> tables;
          case EVERY_DUE_TABLE -> dueTables;
        };
  }

  /** What does several things at once stops with all of them, and says so once. */
  private void stopIf(boolean isHere) {
    if (isStopped(isHere)) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("was to be killed", e);
      }
    }
  }

  private synchronized boolean isStopped(boolean isHere) {
    if (isHere && !isStopped) {
      isStopped = true;
      System.out.println(STOPPED + point);
      System.out.flush();
      stopped.countDown();
    }
    return isStopped;
  }

  /** Hears of the files of the run's own lake, by their path in it. */
  private final class Disk implements WatchedDisk.Watch {

    private final String lake;

    Disk(String lake) {
      this.lake = lake;
    }

    @Override
    public void before(WatchedDisk.Act act, String path) {
      hear(Moment.BEFORE, act, path);
    }

    @Override
    public void after(WatchedDisk.Act act, String path) {
      hear(Moment.AFTER, act, path);
    }

    private void hear(Moment moment, WatchedDisk.Act act, String path) {
      if (path.startsWith(lake)) {
        KilledRun.this.hear(moment, act + " " + path.substring(lake.length()));
      }
    }
  }
}
