package org.docduel.stats.jmh;

/** Names of metrics across releases of JMH. */
final class MetricName {
  private MetricName() {}

  // Before 1.34 profilers' metrics began with a middle dot, which files written in a one-byte
  // encoding hold as '?'.
  static String normalised(String name) {
    int start = 0;
    while (start < name.length() && "\u00b7\u00c2?\ufffd".indexOf(name.charAt(start)) >= 0) {
      start++;
    }
    return name.substring(start);
  }
}
