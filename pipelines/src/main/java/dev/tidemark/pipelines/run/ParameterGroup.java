// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** What parameters are about: a heading of the help, the documentation and a template's form. */
public enum ParameterGroup {
  LAUNCH("What runs, and where"),
  RUN("The run"),
  BORDEREAU("One bordereau"),
  READING("What is read"),
  UPKEEP("Upkeep"),
  RESULTS("What a run leaves"),
  DEMO("The demo"),
  TEMPLATES("Templates");

  private final String title;

  ParameterGroup(String title) {
    this.title = title;
  }

  /** The heading. */
  public String title() {
    return title;
  }
}
