package org.docduel.core.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;

/**
 * The profiles that a command line can mean: those of the benchmarks that it names, or of all. Two
 * benchmarks may have a profile of one name; the first one's counts.
 */
public final class WorkloadProfiles {
  private WorkloadProfiles() {}

  /**
   * The profiles that a command line can mean.
   *
   * @param workload the module's benchmarks
   * @param arguments as typed
   * @return name to arguments
   */
  public static Map<String, List<String>> of(Workload workload, List<String> arguments) {
    List<String> named = ProfileArguments.benchmarks(arguments);
    List<Experiment> meant =
        workload.experiments().stream()
            .filter(one -> named.stream().anyMatch(one.benchmark().getName()::contains))
            .toList();
    Map<String, List<String>> profiles = new LinkedHashMap<>();
    for (Experiment experiment : meant.isEmpty() ? workload.experiments() : meant) {
      experiment.profiles().forEach(profiles::putIfAbsent);
    }
    return profiles;
  }
}
