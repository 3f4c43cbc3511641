// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What there is to know of one of the product's own options, beside Beam's {@code @Description} and
 * {@code @Default} on the same getter. Arguments are checked by it; the help, the templates and the
 * options' reference are made from it.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Parameter {

  /** Its name in a form. */
  String label();

  /** The heading it stands under. */
  ParameterGroup group();

  /** A value that it may be given; of a flag, {@code true}. */
  String example();

  /** A regular expression that a value matches wholly, with its anchors; empty: anything. */
  String pattern() default "";

  /** Follows a value that does not match the pattern: what it is not, and what to write. */
  String refusal() default "";

  /** Follows the name of one that is required and missing; empty: writes the example. */
  String whenMissing() default "";

  /** An enum whose constants, as they print themselves, are all that it takes. */
  Class<?> choices() default void.class;

  /** The pipelines that heed it; empty: all that work on a configured lake. */
  NamedPipeline[] takenBy() default {};

  /** Whether all of them need it. */
  boolean required() default false;

  /** Those of them that need it, if others do not. */
  NamedPipeline[] requiredBy() default {};
}
