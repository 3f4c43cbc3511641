// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Leaves a bucket so little memory that whatever is merged is cut into parts. */
public final class InParts implements BeforeAllCallback, AfterAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    System.setProperty(BucketMemory.PROPERTY, "1");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    System.clearProperty(BucketMemory.PROPERTY);
  }
}
