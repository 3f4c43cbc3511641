// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.transforms.conform.QuarantineReason;
import org.jspecify.annotations.Nullable;

/**
 * Judges where landed keys stand: each in silver or in quarantine, and in one of them once.
 *
 * <p>A key may stand in both when its entry waits for its time: silver has its earlier image. It is
 * counted once.
 */
final class StandingKeys {

  private final String keyName;
  private final Checks.Exceptions wrong = new Checks.Exceptions("");
  private long waiting;
  private @Nullable String firstWaiting;

  /** For keys that are called by a name, for instance {@code premium_transaction_id}. */
  StandingKeys(String keyName) {
    this.keyName = keyName;
  }

  /** A key stands in silver; {@code before} tells where it was found before, −1 if never landed. */
  void inSilver(String key, int before) {
    if (before != 0) {
      wrong.add(keyName + " " + key + what("silver", LandedKeys.SILVER, before));
    }
  }

  /** A key stands in quarantine, behind what silver was asked. */
  void inQuarantine(String key, int before, String reason) {
    if (before == LandedKeys.SILVER && reason.equals(QuarantineReason.FUTURE_WATERMARK.name())) {
      waiting++;
      if (firstWaiting == null || key.compareTo(firstWaiting) < 0) {
        firstWaiting = key;
      }
    } else if (before != 0) {
      wrong.add(keyName + " " + key + what("quarantine", LandedKeys.QUARANTINE, before));
    }
  }

  /** A landed key was found nowhere. */
  void lost(String key) {
    wrong.add(keyName + " " + key + " was landed and is in neither");
  }

  /**
   * The check of all keys.
   *
   * @param landed distinct keys landed
   * @param found rows found
   * @param summands what {@code found} is made of
   */
  Check check(String name, long landed, long found, String summands) {
    long right = found - waiting;
    String text = right + " (" + summands;
    if (firstWaiting != null) {
      text +=
          " - "
              + waiting
              + " in both, waiting: "
              + keyName
              + " "
              + firstWaiting
              + Checks.more(waiting - 1);
    }
    text += ")";
    Check exceptions = wrong.check();
    if (!exceptions.holds()) {
      text += ", wrong are " + exceptions.left();
    }
    return new Check(name, Long.toString(landed), text, exceptions.holds() && landed == right);
  }

  private static String what(String here, int place, int before) {
    if (before < 0) {
      return " is in " + here + " and was never landed";
    }
    return (before & place) != 0 ? " is in " + here + " twice" : " is in silver and in quarantine";
  }
}
