// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a secret is found: {@code env:NAME} or {@code file:PATH}. A literal is refused, so that no
 * secret stands in a configuration file; the reference is looked up only by {@link #reveal()}, and
 * printing it prints the reference.
 */
public final class SecretRef implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final String ENV = "env:";
  private static final String FILE = "file:";

  private final String reference;

  private SecretRef(String reference) {
    this.reference = reference;
  }

  /**
   * Reads {@code env:NAME} or {@code file:PATH}; the message of the refusal does not repeat the
   * text.
   */
  public static SecretRef of(String reference) {
    if (!isReference(reference)) {
      throw new ConfigException(
          "a secret is written as a reference, never as itself; use env:NAME or file:PATH");
    }
    return new SecretRef(reference);
  }

  static boolean isReference(String text) {
    return (text.startsWith(ENV) && text.length() > ENV.length())
        || (text.startsWith(FILE) && text.length() > FILE.length());
  }

  /** A relative file is meant from the folder of the configuration file. */
  SecretRef relativeTo(Path folder) {
    return reference.startsWith(FILE)
        ? new SecretRef(FILE + folder.resolve(reference.substring(FILE.length())))
        : this;
  }

  /**
   * The secret: the variable's value, or the file's text without the line end.
   *
   * @throws ConfigException when the variable is not set or the file cannot be read
   */
  public String reveal() {
    return reveal(System::getenv);
  }

  String reveal(Environment environment) {
    if (reference.startsWith(ENV)) {
      String name = reference.substring(ENV.length());
      String value = environment.get(name);
      if (value == null) {
        throw new ConfigException(
            "environment variable "
                + name
                + " is not set; export it before the run, or use file:PATH");
      }
      return value;
    }
    Path file = Path.of(reference.substring(FILE.length()));
    try {
      return Files.readString(file).stripTrailing();
    } catch (IOException e) {
      throw new ConfigException(
          "secret file " + file + " cannot be read; check that it exists and who may read it");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecretRef that && that.reference.equals(reference);
  }

  @Override
  public int hashCode() {
    return reference.hashCode();
  }

  /** The reference, never the secret. */
  @Override
  public String toString() {
    return reference;
  }
}
