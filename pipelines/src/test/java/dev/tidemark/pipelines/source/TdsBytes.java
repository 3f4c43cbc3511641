// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes in the order of SQL Server's wire protocol, the lowest first. */
final class TdsBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  TdsBytes u1(int value) {
    bytes.write(value);
    return this;
  }

  TdsBytes u2(int value) {
    return little(value, 2);
  }

  TdsBytes u4(long value) {
    return little(value, 4);
  }

  TdsBytes u8(long value) {
    return little(value, 8);
  }

  TdsBytes little(long value, int length) {
    for (int i = 0; i < length; i++) {
      bytes.write((int) (value >> (8 * i)));
    }
    return this;
  }

  TdsBytes raw(byte... values) {
    bytes.writeBytes(values);
    return this;
  }

  TdsBytes raw(int... values) {
    for (int value : values) {
      bytes.write(value);
    }
    return this;
  }

  /** A text behind one byte with its length. */
  TdsBytes shortText(String text) {
    return u1(text.length()).raw(utf16(text));
  }

  /** A text behind two bytes with its length. */
  TdsBytes text(String text) {
    return u2(text.length()).raw(utf16(text));
  }

  /** The bytes behind two bytes with their number. */
  TdsBytes counted(TdsBytes content) {
    byte[] all = content.toBytes();
    return u2(all.length).raw(all);
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  static byte[] utf16(String text) {
    return text.getBytes(StandardCharsets.UTF_16LE);
  }
}
