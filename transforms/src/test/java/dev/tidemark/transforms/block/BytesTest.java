// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BytesTest {

  /** By another program: rows are stored by this hash. */
  @Test
  void theHashIsWhatItEverWas() {
    assertThat(hash(""), is(0L));
    assertThat(hash("GBP"), is(2337185035260095367L));
    assertThat(hash("12345678"), is(-1031904519869430863L));
    assertThat(hash("B0999CH001"), is(1651892763596506041L));
  }

  private static long hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Bytes.hash(bytes, 0, bytes.length);
  }

  @Property
  void theHashIsOfTheBytesWhereverTheyLie(
      @ForAll @Size(max = 40) byte[] bytes,
      @ForAll @IntRange(max = 20) int before,
      @ForAll byte filling) {
    byte[] among = among(bytes, before, filling);

    assertThat(Bytes.hash(among, before, bytes.length), is(Bytes.hash(bytes, 0, bytes.length)));
  }

  @Property
  void bytesAreTheSameWhereNoneDiffers(
      @ForAll @Size(min = 1, max = 40) byte[] bytes,
      @ForAll @IntRange(max = 20) int before,
      @ForAll @IntRange(max = 39) int changed) {
    byte[] among = among(bytes, before, (byte) 7);
    assertThat(Bytes.same(bytes, 0, among, before, bytes.length), is(true));

    among[before + changed % bytes.length]++;

    assertThat(Bytes.same(bytes, 0, among, before, bytes.length), is(false));
  }

  private static byte[] among(byte[] bytes, int before, byte filling) {
    byte[] among = new byte[before + bytes.length + 3];
    Arrays.fill(among, filling);
    System.arraycopy(bytes, 0, among, before, bytes.length);
    return among;
  }
}
