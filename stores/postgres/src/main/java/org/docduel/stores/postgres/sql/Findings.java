package org.docduel.stores.postgres.sql;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/** What a reader of a store's numbers has to know; each line once. Shared by threads. */
public final class Findings {
  private final Collection<String> lines =
      Collections.synchronizedCollection(new LinkedHashSet<>());

  /**
   * Takes a finding down.
   *
   * @param line one line
   */
  public void add(String line) {
    lines.add(line);
  }

  /**
   * All of them so far.
   *
   * @return in the order in which they came
   */
  public List<String> all() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }
}
