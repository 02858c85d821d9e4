package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.stats.jmh.Selection.SelectedResult;

/** What differs in the way two runs were made. */
public final class Differences {
  private final Map<String, Set<String>> found = new LinkedHashMap<>();

  /** Nothing compared yet. */
  public Differences() {}

  /**
   * Looks at one benchmark.
   *
   * @param label what it is called
   * @param before its results of the earlier run
   * @param after its results of the later run
   */
  public void compare(String label, SelectedResult before, SelectedResult after) {
    for (JmhResult one : before.results()) {
      for (JmhResult other : after.results()) {
        Map<String, String> left = facts(one);
        facts(other)
            .forEach((name, value) -> {
              String earlier = left.getOrDefault(name, "");
              if (!earlier.equals(value) && !earlier.isEmpty() && !value.isEmpty()) {
                found
                    .computeIfAbsent(
                        name + " was " + earlier + " and is " + value, key -> new LinkedHashSet<>())
                    .add(label);
              }
            });
      }
    }
  }

  private static Map<String, String> facts(JmhResult result) {
    var environment = result.environment();
    var protocol = result.protocol();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("JMH", environment.jmhVersion());
    facts.put("the JDK", environment.jdkVersion());
    facts.put("the virtual machine", environment.vmName() + " " + environment.vmVersion());
    facts.put("the list of JVM arguments", "'" + String.join(" ", environment.jvmArgs()) + "'");
    facts.put("the number of warm-up iterations", "" + protocol.warmupIterations());
    facts.put("the time of a warm-up iteration", protocol.warmupTime());
    facts.put("the number of iterations", "" + protocol.measurementIterations());
    facts.put("the time of an iteration", protocol.measurementTime());
    return facts;
  }

  /** One finding for each difference and benchmark. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    found.forEach((message, labels) ->
        labels.forEach(
            label -> findings.add(new Finding(Finding.Kind.ENVIRONMENT, label, message))));
    return findings;
  }
}
