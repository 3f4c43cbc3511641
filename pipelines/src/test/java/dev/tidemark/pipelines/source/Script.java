// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a scripted database answers, and what it was asked: of the answers whose words occur in a
 * statement, the latest given counts.
 *
 * @param <R> the form of a result on the wire
 */
final class Script<R> {

  /** One statement as it came over the wire. */
  record Asked(String sql, List<String> parameters) {}

  /** Instead of a result. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String state;

    Refused(int code, String state, String message) {
      super(message);
      this.code = code;
      this.state = state;
    }

    int code() {
      return code;
    }

    String state() {
      return state;
    }
  }

  /** Instead of an answer. */
  static final class HungUp extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private record Answer<R>(String words, Supplier<R> result) {}

  private final List<Answer<R>> answers = new CopyOnWriteArrayList<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  void answer(String words, R result) {
    answers.add(0, new Answer<>(words, () -> result));
  }

  void refuse(String words, int code, String state, String message) {
    answers.add(
        0,
        new Answer<>(
            words,
            () -> {
              throw new Refused(code, state, message);
            }));
  }

  void hangUp(String words) {
    answers.add(
        0,
        new Answer<>(
            words,
            () -> {
              throw new HungUp();
            }));
  }

  /** The result of a query, null of any other statement. */
  @Nullable R result(String sql, List<String> parameters) {
    asked.add(new Asked(sql, parameters));
    for (Answer<R> answer : answers) {
      if (sql.contains(answer.words())) {
        return answer.result().get();
      }
    }
    if (sql.strip().toUpperCase(Locale.ROOT).startsWith("SELECT")) {
      throw new Refused(50000, "42000", "nothing is scripted for " + sql);
    }
    return null;
  }

  /** Every statement with the words in it, in the order in which they came. */
  List<Asked> asked(String words) {
    return asked.stream().filter(statement -> statement.sql().contains(words)).toList();
  }
}
