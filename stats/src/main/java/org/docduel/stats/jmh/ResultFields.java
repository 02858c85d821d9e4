package org.docduel.stats.jmh;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What results can be selected by: the parameters of the benchmark, and {@code benchmark}, {@code
 * mode} and {@code threads} unless a parameter has that name.
 */
public final class ResultFields {
  /** The field that holds the benchmark's name. */
  public static final String BENCHMARK = "benchmark";

  /** The fields every result has, whatever its parameters. */
  static final Set<String> GENERAL = Set.of(BENCHMARK, "mode", "threads");

  private static final Pattern ALTERNATIVES = Pattern.compile("|", Pattern.LITERAL);

  private ResultFields() {}

  /**
   * The fields of a result: benchmark, mode and threads first, then the parameters in the order of
   * the file.
   */
  public static Map<String, String> of(JmhResult result) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(BENCHMARK, result.benchmark());
    fields.put("mode", result.mode().shortName());
    fields.put("threads", Integer.toString(result.protocol().threads()));
    fields.putAll(result.params());
    return fields;
  }

  /** A value as labels show it: a benchmark loses its package. */
  static String shown(String field, String value) {
    if (!field.equals(BENCHMARK)) {
      return value;
    }
    int method = value.lastIndexOf('.');
    return value.substring(method < 0 ? 0 : value.lastIndexOf('.', method - 1) + 1);
  }

  static boolean same(String field, @Nullable String value, String wanted) {
    if (value == null) {
      return false;
    }
    String shown = shown(field, value);
    return value.equals(wanted)
        || shown.equals(wanted)
        || ALTERNATIVES
            .splitAsStream(wanted)
            .anyMatch(one -> value.equals(one) || shown.equals(one));
  }
}
