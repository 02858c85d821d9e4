package org.docduel.insert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.spi.Capability;

/** What the launcher has to know of this module. */
public final class InsertWorkload implements Workload {
  @Override
  public String name() {
    return "insert";
  }

  @Override
  public String mainBenchmark() {
    return InsertBenchmark.class.getSimpleName();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(InsertParameters.described());
    all.addAll(IngestionParameters.described());
    return List.copyOf(all);
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    if (!combination.parameters().keySet().containsAll(List.of("payload", "attributes"))) {
      return Optional.empty();
    }
    Attributes attributes = Attributes.parse(combination.value("attributes"));
    PayloadSize payload = PayloadSize.parse(combination.value("payload"));
    return attributes
        .payload()
        .filter(together -> !together.equals(payload))
        .map(together -> "a rung such as 200x20B goes with the payload it adds up to");
  }

  @Override
  public Capability needs(String benchmark) {
    return benchmark.contains(IngestionBenchmark.class.getSimpleName())
        ? Capability.INGEST
        : Capability.INSERT;
  }

  @Override
  public PrimaryMetric primaryMetric(String benchmark) {
    if (benchmark.contains(IngestionBenchmark.class.getSimpleName())) {
      return new PrimaryMetric(IngestionState.TOTAL, "rows", "rows");
    }
    return benchmark.contains(InsertBenchmark.class.getSimpleName())
        ? new PrimaryMetric("", "documents", "payload")
        : new PrimaryMetric("", "1", "payload");
  }

  @Override
  public Map<String, List<String>> profiles() {
    return Map.of(
        "short",
            List.of(
                "InsertBenchmark",
                "-p",
                "payload=10B,4KB",
                "-p",
                "attributes=1,200",
                "-p",
                "documents=1000",
                "-f",
                "3",
                "-wi",
                "1",
                "-i",
                "3"),
        "published-single",
            List.of(
                "InsertBenchmark",
                "-p",
                "payload=10B,200B,1KB,2KB,4KB",
                "-p",
                "encoding=intarray",
                "-f",
                "3",
                "-wi",
                "0",
                "-i",
                "3"),
        "published-multi",
            List.of(
                "InsertBenchmark",
                "-p",
                "payload=10B,200B,1KB,2KB,4KB",
                "-p",
                "attributes=10x1B,10x20B,50x20B,100x20B,200x20B",
                "-p",
                "encoding=intarray",
                "-f",
                "3",
                "-wi",
                "0",
                "-i",
                "3"),
        "like-for-like",
            List.of(
                "InsertBenchmark",
                "-p",
                "payload=10B,200B,1KB,2KB,4KB",
                "-p",
                "encoding=text,binary",
                "-f",
                "5",
                "-wi",
                "1",
                "-i",
                "5"));
  }
}
