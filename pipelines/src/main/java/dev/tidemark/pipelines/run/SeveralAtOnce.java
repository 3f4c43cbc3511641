// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Does the same with several things at once, and takes what comes of each in the order of the
 * things, in the caller's thread: whoever takes it sees no difference to one after another.
 *
 * <p>They are begun in their order. When one fails, none is begun any more and those under way are
 * waited for; then the failure is thrown, of several that of the first thing. So nothing goes on
 * behind the back of a caller who was told of a failure.
 */
final class SeveralAtOnce {

  /**
   * How many logs of tables are read or written at once. A log is a few small files, so what takes
   * time is the way to them, not the processor.
   */
  static final int LOGS = 8;

  private SeveralAtOnce() {}

  /** Does it with all of them. */
  static <T> void forEach(int most, Collection<? extends T> things, Consumer<? super T> work) {
    each(
        most,
        things,
        thing -> {
          work.accept(thing);
          return thing;
        },
        done -> {});
  }

  /** Does it with all of them, and gives what came of it in their order. */
  static <T, R> List<R> each(
      int most, Collection<? extends T> things, Function<? super T, ? extends R> work) {
    List<R> results = new ArrayList<>();
    each(most, things, work, results::add);
    return results;
  }

  /** The same; each result is taken as soon as it and those before it are there. */
  static <T, R> void each(
      int most,
      Collection<? extends T> things,
      Function<? super T, ? extends R> work,
      Consumer<? super R> take) {
    if (things.isEmpty()) {
      return;
    }
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(most, things.size()), SeveralAtOnce::daemon);
    try {
      List<Future<R>> begun = new ArrayList<>();
      for (T thing : things) {
        begun.add(threads.submit(() -> unlessOver(isOver, work, thing)));
      }
      for (Future<R> one : begun) {
        take.accept(resultOf(one));
      }
    } finally {
      isOver.set(true);
      threads.shutdown();
      waitForThoseUnderWay(threads);
    }
  }

  private static <T, R> R unlessOver(
      AtomicBoolean isOver, Function<? super T, ? extends R> work, T thing) {
    if (isOver.get()) {
      // its result is not looked at: one of an earlier thing failed
      throw new CancellationException();
    }
    boolean isDone = false;
    try {
      R result = work.apply(thing);
      isDone = true;
      return result;
    } finally {
      if (!isDone) {
        isOver.set(true);
      }
    }
  }

  private static <R> R resultOf(Future<R> one) {
    try {
      return one.get();
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof Error error) {
        throw error;
      }
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(cause);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopped);
    }
  }

  private static void waitForThoseUnderWay(ExecutorService threads) {
    boolean isInterrupted = false;
    boolean isEnded = false;
    while (!isEnded) {
      try {
        isEnded = threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException stopped) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "several-at-once");
    thread.setDaemon(true);
    return thread;
  }
}
