package org.docduel.read;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Contestants;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;

/** The indexed reads, as the launcher sees them. */
public final class ReadWorkload implements Workload {
  private static final String PUBLISHED_SCENARIOS = "scenario=S1,S2,S3,S4,S5,S6,S7,S8,S9,S10";
  private static final String PUBLISHED_VARIANTS =
      "variant=jsonb_ind,jsonb_unind,rel_ind,rel_unind";
  private static final String PUBLISHED_ROWS = "rows=1000,10000,100000,1000000";

  /** For ServiceLoader. */
  public ReadWorkload() {}

  @Override
  public String name() {
    return "read";
  }

  @Override
  public String mainBenchmark() {
    return "IndexedReadBenchmark";
  }

  @Override
  public Contestants contestants(List<StoreProvider> providers) {
    return Variant.contestants(providers);
  }

  @Override
  public List<Parameter> parameters() {
    return ReadParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    if (!combination.value("limit").equals("0") && !combination.value("scenario").equals("S10")) {
      return Optional.of("S10 alone has a limit");
    }
    boolean indexed = Variant.parse(combination.value(Variant.PARAMETER)).indexed();
    if (!indexed && !combination.value("index").equals(IndexChoice.PUBLISHED.label())) {
      return Optional.of("fields without an index are the same with every choice of indexes");
    }
    return Optional.empty();
  }

  @Override
  public Capability needs(String benchmark) {
    return Capability.READ;
  }

  @Override
  public PrimaryMetric primaryMetric(String benchmark) {
    return new PrimaryMetric("", "1", "rows");
  }

  @Override
  public Map<String, List<String>> profiles() {
    return Map.of(
        "short",
            List.of(
                "IndexedReadBenchmark",
                "-p",
                "scenario=S1,S4",
                "-p",
                PUBLISHED_VARIANTS,
                "-p",
                "rows=10000",
                "-f",
                "3",
                "-wi",
                "2",
                "-i",
                "5"),
        "published",
            List.of(
                "IndexedReadBenchmark",
                "-p",
                PUBLISHED_SCENARIOS,
                "-p",
                PUBLISHED_VARIANTS,
                "-p",
                PUBLISHED_ROWS,
                "-p",
                "clock=server",
                "-f",
                "1",
                "-wi",
                "1", // and the check of the answer
                "-i",
                "30"),
        "like-for-like",
            List.of(
                "IndexedReadBenchmark", "-p", PUBLISHED_ROWS, "-f", "3", "-wi", "2", "-i", "10"));
  }
}
