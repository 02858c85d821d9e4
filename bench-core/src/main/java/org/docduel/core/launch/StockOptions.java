package org.docduel.core.launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.util.Optional;

/**
 * JMH's options without those that the launcher carries out itself: with several runs behind one
 * result, each would overwrite the file of the one before.
 */
final class StockOptions {
  private static final Set<String> TAKEN_OVER = Set.of("getResult", "getResultFormat", "getOutput");

  private StockOptions() {}

  static Options withoutFiles(Options options) {
    return (Options)
        Proxy.newProxyInstance(
            Options.class.getClassLoader(),
            new Class<?>[] {Options.class},
            (proxy, method, arguments) -> {
              if (TAKEN_OVER.contains(method.getName())) {
                return Optional.none();
              }
              try {
                return method.invoke(options, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
