// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;

/** Takes a value as the file has it; the method has to be that of the column's type. */
interface ValueAccess {

  boolean getBoolean();

  int getInteger();

  long getLong();

  float getFloat();

  double getDouble();

  Binary getBinary();

  /** The values of a page, each the next one. */
  interface InPage extends ValueAccess {

    /** Passes over so many values. */
    void skip(int count);
  }

  /** The values of a page in whatever encoding. */
  record OfPage(ValuesReader values) implements InPage {

    @Override
    public void skip(int count) {
      values.skip(count);
    }

    @Override
    public boolean getBoolean() {
      return values.readBoolean();
    }

    @Override
    public int getInteger() {
      return values.readInteger();
    }

    @Override
    public long getLong() {
      return values.readLong();
    }

    @Override
    public float getFloat() {
      return values.readFloat();
    }

    @Override
    public double getDouble() {
      return values.readDouble();
    }

    @Override
    public Binary getBinary() {
      return values.readBytes();
    }
  }

  /** A value of a dictionary, by its number. */
  final class OfDictionary implements ValueAccess {

    private final Dictionary dictionary;
    private int number;

    OfDictionary(Dictionary dictionary) {
      this.dictionary = dictionary;
    }

    void at(int valueNumber) {
      number = valueNumber;
    }

    @Override
    public boolean getBoolean() {
      return dictionary.decodeToBoolean(number);
    }

    @Override
    public int getInteger() {
      return dictionary.decodeToInt(number);
    }

    @Override
    public long getLong() {
      return dictionary.decodeToLong(number);
    }

    @Override
    public float getFloat() {
      return dictionary.decodeToFloat(number);
    }

    @Override
    public double getDouble() {
      return dictionary.decodeToDouble(number);
    }

    @Override
    public Binary getBinary() {
      return dictionary.decodeToBinary(number);
    }
  }
}
