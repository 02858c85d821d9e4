package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.Finding;

/**
 * The output of a command before it is rendered.
 *
 * @param name the command
 * @param lead sentences and settings above the tables, for people
 * @param tables tables for people
 * @param notes sentences below the tables, for people; the verdict first
 * @param data tables for programs, at full precision
 * @param details more tables for programs that CSV has no room for
 * @param settings everything that is needed to make the output again, for programs
 * @param findings warnings
 */
public record Document(
    String name,
    List<String> lead,
    List<Table> tables,
    List<String> notes,
    List<Table> data,
    List<Table> details,
    Map<String, Object> settings,
    List<Finding> findings) {
  /** Copies the collections. */
  public Document {
    lead = List.copyOf(lead);
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
    data = List.copyOf(data);
    details = List.copyOf(details);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    findings = List.copyOf(findings);
  }

  /** The same document with more sentences at the end of its notes. */
  public Document withNotes(List<String> more) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(more);
    return new Document(name, lead, tables, all, data, details, settings, findings);
  }
}
