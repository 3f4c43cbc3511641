// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

/** Against the reader of the format's own library. */
class RunEncoderTest {

  @Provide
  Arbitrary<int[]> numbersAndRuns() {
    return Arbitraries.integers()
        .greaterOrEqual(0)
        .flatMap(
            number ->
                Arbitraries.integers()
                    .between(1, 30)
                    .map(
                        count -> {
                          int[] run = new int[count];
                          Arrays.fill(run, number);
                          return run;
                        }))
        .list()
        .ofMaxSize(40)
        .map(runs -> runs.stream().flatMapToInt(Arrays::stream).toArray());
  }

  @Property
  void numbersComeBackAsTheyWere(
      @ForAll("numbersAndRuns") int[] numbers, @ForAll @IntRange(min = 1, max = 31) int width)
      throws IOException {
    int[] fitting = Arrays.stream(numbers).map(n -> n & (int) ((1L << width) - 1)).toArray();

    int[] read =
        decode(
            RunEncoder.encode(fitting.clone(), fitting.length, width).toByteArray(),
            fitting.length,
            width);

    assertThat(read, is(fitting));
  }

  @Test
  void oneNumberIsARunAndTakesNoBitsWhereItIsTheOnlyOne() throws IOException {
    assertThat(RunEncoder.encode(new int[1000], 1000, 0).toByteArray(), is(bytes(0xd0, 0x0f)));
    assertThat(RunEncoder.encode(1, 1000).toByteArray(), is(bytes(0xd0, 0x0f, 0x01)));
  }

  @Test
  void whatIsNoRunIsPackedInEights() throws IOException {
    int[] numbers = {1, 0, 1, 1, 0, 0, 0, 0, 1};

    assertThat(RunEncoder.encode(numbers, 9, 1).toByteArray(), is(bytes(0x05, 0x0d, 0x01)));
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static int[] decode(byte[] bytes, int count, int width) throws IOException {
    RunLengthBitPackingHybridDecoder decoder =
        new RunLengthBitPackingHybridDecoder(width, new ByteArrayInputStream(bytes));
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = decoder.readInt();
    }
    return numbers;
  }
}
