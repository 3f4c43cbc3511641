// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The canonical types of a premium or risk transaction, the other ways coverholders spell them, and
 * the sign that each gives its amounts. The names are the values of the transaction_type column.
 */
public enum TransactionType {
  NEW(SignRule.PLUS_ABS, "NB", "N", "NEW BUSINESS", "OP"),
  RENEWAL(SignRule.PLUS_ABS, "REN", "RN", "R"),
  ADDITIONAL_PREMIUM(SignRule.PLUS_ABS, "AP"),
  REINSTATEMENT(SignRule.PLUS_ABS, "REINST"),
  CANCELLATION(SignRule.MINUS_ABS, "CANC", "CANX", "CXL", "CAN"),
  VOID(SignRule.MINUS_ABS, "NTU"),
  RETURN_PREMIUM(SignRule.MINUS_ABS, "RP", "REFUND"),
  MTA(SignRule.AS_SENT, "ENDORSEMENT", "END", "ENDT", "ADJUSTMENT", "AMENDMENT"),
  CORRECTION(SignRule.AS_SENT, "CORR", "DECLARATION"),
  NIL(SignRule.ZERO);

  private static final Map<String, TransactionType> BY_SPELLING = bySpelling();

  private final SignRule sign;
  private final List<String> spellings;

  TransactionType(SignRule sign, String... spellings) {
    this.sign = sign;
    this.spellings = List.of(spellings);
  }

  /** What this type does to the sign of an amount. */
  public SignRule sign() {
    return sign;
  }

  /** The other ways to write this type, in upper case. */
  public List<String> spellings() {
    return spellings;
  }

  /** The type that a trimmed, upper-cased text names; null for null and for an unknown text. */
  public static @Nullable TransactionType parse(@Nullable String upperCasedTrimmed) {
    return upperCasedTrimmed == null ? null : BY_SPELLING.get(upperCasedTrimmed);
  }

  /** The sign rule of a type; an unknown type counts as sent. */
  public static SignRule signOf(@Nullable TransactionType type) {
    return type == null ? SignRule.AS_SENT : type.sign;
  }

  /** What the transaction_type column shows: the canonical name, or the unknown text itself. */
  public static @Nullable String canonical(@Nullable String upperCasedTrimmed) {
    TransactionType type = parse(upperCasedTrimmed);
    return type == null ? upperCasedTrimmed : type.name();
  }

  private static Map<String, TransactionType> bySpelling() {
    Map<String, TransactionType> types = new HashMap<>();
    for (TransactionType type : values()) {
      types.put(type.name(), type);
      for (String spelling : type.spellings) {
        types.put(spelling, type);
      }
    }
    return Map.copyOf(types);
  }
}
