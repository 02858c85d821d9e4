package org.docduel.core.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.docduel.core.fork.RunDirectory;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.FindingFact;

/** The facts that forks leave in a run's directory, each taken once. */
public final class FactInbox {
  private final RunDirectory directory;
  private final Set<Path> taken = new HashSet<>();

  /**
   * Of a run.
   *
   * @param directory where its forks leave facts
   */
  public FactInbox(RunDirectory directory) {
    this.directory = directory;
  }

  /**
   * Takes what is new. What cannot be read becomes a finding.
   *
   * @return facts, oldest first
   */
  public List<Fact> take() {
    List<Fact> facts = new ArrayList<>();
    for (Path file : directory.facts()) {
      if (taken.add(file)) {
        facts.add(read(file));
      }
    }
    return facts;
  }

  private static Fact read(Path file) {
    try {
      return Fact.parse(file.toString(), Files.readString(file));
    } catch (IOException | BadInputException e) {
      return new FindingFact("a fork's facts cannot be read: " + e.getMessage());
    }
  }
}
