package org.docduel.stats.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Printable;

/** What a command prints, collected before anything is rendered. */
public final class Output {
  private static final int MAX_LISTED = 4;
  private static final Pattern NUMBER = Pattern.compile("[0-9.]+(e-?[0-9]+)?");
  // many rows have them at once
  private static final Set<Finding.Kind> OF_VERDICTS =
      EnumSet.of(Finding.Kind.MULTIPLICITY, Finding.Kind.UNEQUAL_SPREAD);

  final String command;
  final List<String> lead = new ArrayList<>();
  final List<Table> tables = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final Map<String, Object> settings = new LinkedHashMap<>();
  final List<Finding> findings = new ArrayList<>();
  String outcome = "";

  public Output(String command) {
    this.command = command;
  }

  /** Adds a sentence above the tables, for people. */
  public Output lead(String sentence) {
    lead.add(sentence);
    return this;
  }

  public Output table(Table table) {
    tables.add(table);
    return this;
  }

  /** Adds a sentence below the tables; the verdict comes first. */
  public Output note(String sentence) {
    notes.add(sentence);
    return this;
  }

  /** Adds sentences below the tables, each after some words. */
  public Output notes(String prefix, Collection<String> sentences) {
    sentences.forEach(sentence -> notes.add(prefix + sentence));
    return this;
  }

  /** Adds what is needed to make the output again, for programs. */
  public Output setting(String name, Object value) {
    settings.put(name, value);
    return this;
  }

  public Output findings(Collection<Finding> more) {
    findings.addAll(more);
    return this;
  }

  /** Says what people read last. */
  public Output outcome(String sentence) {
    outcome = sentence;
    return this;
  }

  /** What CSV has no room for: the sentences below the tables, and the findings. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(notes);
    findingLines().forEach(line -> remarks.add("finding: " + line));
    return remarks;
  }

  /**
   * The findings as lines. Those with one message become one line that names their first subjects
   * and counts the rest, as do those of verdicts with one but for its numbers; JSON lists them all.
   */
  List<String> findingLines() {
    Map<String, Map<String, List<String>>> groups = new LinkedHashMap<>();
    for (Finding finding : findings) {
      String message = finding.kind().label() + ": " + finding.message();
      groups
          .computeIfAbsent(
              OF_VERDICTS.contains(finding.kind())
                  ? NUMBER.matcher(message).replaceAll("#")
                  : message,
              key -> new LinkedHashMap<>())
          .computeIfAbsent(message, key -> new ArrayList<>())
          .add(finding.subject());
    }
    List<String> lines = new ArrayList<>();
    for (Map<String, List<String>> messages : groups.values()) {
      List<List<String>> subjects = new ArrayList<>(messages.values());
      List<String> others = subjects.stream().skip(1).flatMap(List::stream).distinct().toList();
      lines.add(
          messages.keySet().iterator().next()
              + " ["
              + Printable.some(subjects.get(0).stream().distinct().toList(), MAX_LISTED, "; ")
              + (others.isEmpty()
                  ? ""
                  : "; with other numbers " + Printable.some(others, MAX_LISTED, "; "))
              + "]");
    }
    return lines;
  }
}
