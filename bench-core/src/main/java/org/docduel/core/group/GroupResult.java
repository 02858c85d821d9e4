package org.docduel.core.group;

import java.util.List;
import org.docduel.stats.sidecar.ClientRows;
import org.openjdk.jmh.results.RunResult;

/**
 * What the forks of all clients measured together.
 *
 * @param results as if one client had measured them
 * @param facts what the forks left, as JSON
 * @param rows what each client did in each iteration
 * @param findings what a reader has to know, a line each
 */
public record GroupResult(
    List<RunResult> results, List<String> facts, List<ClientRows.Row> rows, List<String> findings) {
  static GroupResult own(List<RunResult> results, List<String> facts) {
    return new GroupResult(results, facts, List.of(), List.of());
  }
}
