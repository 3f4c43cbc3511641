// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A store into which somebody meddles, once, right before a call that is about a table. */
final class Meddled {

  private Meddled() {}

  static TableStore before(
      TableStore store, String method, String table, Consumer<TableSpec> meddle) {
    AtomicBoolean isDone = new AtomicBoolean();
    return (TableStore)
        Proxy.newProxyInstance(
            Meddled.class.getClassLoader(),
            new Class<?>[] {TableStore.class},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)
                  && arguments[0] instanceof TableSpec spec
                  && spec.path().equals(table)
                  && isDone.compareAndSet(false, true)) {
                meddle.accept(spec);
              }
              try {
                return called.invoke(store, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }
}
