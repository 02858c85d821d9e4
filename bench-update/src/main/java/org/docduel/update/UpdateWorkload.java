package org.docduel.update;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.spi.Capability;

/** What the launcher has to know of this module. */
public final class UpdateWorkload implements Workload {
  /** 13 million documents, 256 workers, 30 minutes as 180 iterations of 10 s. */
  private static final String AS_PUBLISHED =
      "UpdateBenchmark -p documents=13000000 -t 256 -f 1 -wi 0 -i 180 -r 10 -prof pgstat"
          + " -prof mongostat -prof servercpu";

  @Override
  public String name() {
    return "update";
  }

  @Override
  public String mainBenchmark() {
    return UpdateBenchmark.class.getSimpleName();
  }

  @Override
  public List<Parameter> parameters() {
    return UpdateParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    return Optional.empty();
  }

  @Override
  public Capability needs(String benchmark) {
    return Capability.UPDATE;
  }

  @Override
  public int connections(Combination combination, int threads) {
    int pool = combination.storeConfig().updates().pool();
    return pool > 0 ? pool : threads;
  }

  @Override
  public PrimaryMetric primaryMetric(String benchmark) {
    // JMH's score adds up what each thread did in a time of its own, which says little where single
    // updates take as long as an iteration.
    String metric = benchmark.contains(mainBenchmark()) ? UpdateWindow.THROUGHPUT : "";
    return new PrimaryMetric(metric, "1", "documents");
  }

  @Override
  public Map<String, List<String>> profiles() {
    return Map.of(
        "short",
            words(
                "UpdateBenchmark -p store=postgres-jsonb -p key=expression,column -p fillfactor=70"
                    + " -p documents=20000 -t 4 -f 3 -wi 1 -w 1 -i 20 -r 250ms"
                    + " -prof pgstat -prof servercpu"),
        "published", words(AS_PUBLISHED + " -p index=none -p pool=200"),
        "like-for-like",
            words(AS_PUBLISHED + " -p index=user_id -p key=expression,column -p pool=200"),
        "two-minutes",
            words(
                "UpdateBenchmark -p documents=100000 -p index=none,user_id -t 8 -f 1 -wi 1 -w 5 -i 10"
                    + " -r 5 -prof pgstat -prof servercpu"));
  }

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }
}
