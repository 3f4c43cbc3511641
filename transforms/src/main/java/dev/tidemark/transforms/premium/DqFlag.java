// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

/**
 * What was noticed about a row that was accepted all the same. A row's flags are a small set of
 * bits; the dq_flags column shows them as names in alphabetical order, separated by commas, and as
 * the empty text (never null) where there are none.
 */
public enum DqFlag {
  BROKER_UNKNOWN("the broker code in the UMR is not in the broker table"),
  CLOSED_WITH_RESERVE("a closed, denied or withdrawn claim was sent with a reserve; 0.00 is used"),
  COMMISSION_MISSING("no commission percentage was sent; 0 is used"),
  COVERHOLDER_UNKNOWN("the coverholder is not in the coverholder table"),
  CURRENCY_DEFAULTED("no currency was sent; the section's is used"),
  CURRENCY_MISSING("neither the row nor its section has a currency; no sterling amounts"),
  NEGATIVE_NEW("a new or renewed risk was sent with a negative premium; its sign is dropped"),
  NO_INCEPTION("the risk has no inception date"),
  OUTSIDE_PERIOD("the risk incepts outside the period of its contract section"),
  OUTSTANDING_NEGATIVE("the claim has a negative reserve"),
  PAID_DECREASED("paid to date is lower than in the claim's previous position"),
  RATE_MISSING("there is no rate to sterling; no sterling amounts"),
  RATE_ON_GBP("a sterling row was sent with a rate other than 1; it is not used"),
  SECTION_UNKNOWN("the contract section is not in the section table"),
  SEQ_MISSING("no transaction number was sent; type and month stand in for it"),
  TYPE_UNKNOWN("the transaction type is unknown; the amount counts as sent"),
  UMR_FORMAT("the UMR is not B, four digits and up to twelve letters or digits");

  /** The set without a flag. */
  public static final int NONE = 0;

  private static final DqFlag[] FLAGS = values();

  // few distinct sets occur; losing a race only builds an equal text again
  private static final String[] TEXTS = new String[1 << values().length];

  private final String description;

  DqFlag(String description) {
    this.description = description;
  }

  /** One line for reports. */
  public String description() {
    return description;
  }

  /** The set of this flag alone; sets are joined with {@code |}. */
  public int bit() {
    return 1 << ordinal();
  }

  /** Whether a set holds this flag. */
  public boolean in(int flags) {
    return (flags & bit()) != 0;
  }

  /** The flag of a bit, counted from 0. */
  static DqFlag at(int bit) {
    return FLAGS[bit];
  }

  /** The text of a set. */
  public static String text(int flags) {
    String text = TEXTS[flags];
    if (text == null) {
      text =
          Arrays.stream(values())
              .filter(flag -> flag.in(flags))
              .map(DqFlag::name)
              .sorted(Comparator.naturalOrder())
              .collect(Collectors.joining(","));
      TEXTS[flags] = text;
    }
    return text;
  }

  /** The set of a text that {@link #text} wrote. */
  public static int parse(String text) {
    int flags = NONE;
    for (String name : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      flags |= valueOf(name).bit();
    }
    return flags;
  }
}
