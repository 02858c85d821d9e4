package org.docduel.core.launch.result;

import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.core.work.Latencies;
import org.docduel.stats.verdict.Switch;
import org.docduel.stats.verdict.Twins;

/**
 * The names that results have for parameters' values: that of a file's content in place of its
 * path.
 *
 * @param values what is written for them, by {@code name=value}
 */
public record PublishedNames(Map<String, String> values) {
  /** Parameters as results have them. */
  public Map<String, String> of(Map<String, String> parameters) {
    Map<String, String> written = new LinkedHashMap<>(parameters);
    written.replaceAll(this::of);
    return written;
  }

  /** The value of a parameter. */
  String of(String parameter, String value) {
    return values.getOrDefault(parameter + "=" + value, value);
  }

  Switch of(Switch toggle) {
    String name = toggle.parameter();
    return new Switch(name, of(name, toggle.off()), of(name, toggle.on()));
  }

  /**
   * An HdrHistogram log with these names.
   *
   * @param twin the parameter that names the twin whose log it is; empty for any other
   */
  String inLog(String log, String twin) {
    String written = log;
    for (Map.Entry<String, String> entry : values.entrySet()) {
      String name = entry.getKey().substring(0, entry.getKey().indexOf('=') + 1);
      written =
          written.replace(
              Latencies.inTag(";" + entry.getKey() + ";"),
              Latencies.inTag(";" + name + entry.getValue() + ";"));
    }
    return twin.isEmpty()
        ? written
        : written.replaceAll("(" + twin + "=[^;,]*);", "$1" + Twins.SUFFIX + ";");
  }
}
