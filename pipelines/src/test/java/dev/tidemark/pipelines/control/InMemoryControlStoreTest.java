// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

class InMemoryControlStoreTest extends ControlStoreContract {
  @Override
  ControlStore open() {
    return new InMemoryControlStore();
  }
}
