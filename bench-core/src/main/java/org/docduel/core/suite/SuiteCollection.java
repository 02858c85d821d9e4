package org.docduel.core.suite;

import java.util.Map;
import org.docduel.core.model.Kind;

/**
 * One collection of a suite.
 *
 * @param links fields that hold the key of a document in another collection, by field
 * @param columns the kinds of columns that were chosen for fields, by path; empty to work them out
 */
public record SuiteCollection(
    String name, Source source, Map<String, String> links, Map<String, Kind> columns) {
  public SuiteCollection {
    links = Map.copyOf(links);
    columns = Map.copyOf(columns);
  }

  public sealed interface Source {}

  public record Generated(String generator) implements Source {}

  /**
   * A file of the suite's folder: NDJSON or CSV, plain or gzip.
   *
   * @param key the field whose value is the documents' key; empty to number them from 0
   */
  public record FromFile(String file, String key) implements Source {}
}
