package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Combination;
import org.docduel.update.Mix.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixTest {
  private static final MixedBenchmark.Mixed MIXED = new MixedBenchmark.Mixed();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "read|'read' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:95,|'' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:1.5|'read:1.5' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:-1|'read:-1' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:0|'read:0' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:1001|'read:1001' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:5,read:5|'read:5' is not a kind with a weight from 1 to 1000, or is named twice",
        "upsert:5|'upsert:5' is not a kind with a weight from 1 to 1000, or is named twice",
        "ycsb-g|'ycsb-g' is not a kind with a weight from 1 to 1000, or is named twice",
        "read:5,delete:6,insert:5|more deletes than inserts would leave no documents"
      })
  void rejectsBadMixInOneLineWithReason(String text, String reason) {
    assertThatThrownBy(() -> Mix.PARAMETER.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p mix=" + text + ": accepted is ")
        .hasMessageEndingWith("; " + reason)
        .hasMessageNotContaining("\n");
  }

  /** The proportions in YCSB's files workloads/workloada to workloadf. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ycsb-a|{READ=50, UPDATE=50}|ZIPFIAN",
        "ycsb-b|{READ=95, UPDATE=5}|ZIPFIAN",
        "ycsb-c|{READ=100}|ZIPFIAN",
        "ycsb-d|{READ=95, INSERT=5}|LATEST",
        "ycsb-e|{INSERT=5, FIND=95}|ZIPFIAN",
        "ycsb-f|{READ=50, MODIFY=50}|ZIPFIAN"
      })
  void presetsHaveTheProportionsOfYcsb(String name, String weights, Keys keys) {
    Mix mix = Mix.PARAMETER.parse(name);

    assertThat(mix.weights()).hasToString(weights);
    assertThat(mix.keys()).isEqualTo(keys);
  }

  @ParameterizedTest
  @CsvSource({
    "read:100, 100 % read",
    "ycsb-b, 95 % read and 5 % update",
    "'read:2,update:1,insert:1', '50 % read, 25 % update and 25 % insert'",
    "'read:999,update:1', 99.9 % read and 0.1 % update"
  })
  void namesPartOfEachKind(String mix, String label) {
    assertThat(Mix.PARAMETER.parse(mix).label()).isEqualTo(label);
  }

  @Test
  void everyRoundHasKindsByWeightInNewOrder() {
    Mix mix = Mix.PARAMETER.parse("read:7,insert:2,delete:1");
    Mix.Deck deck = mix.new Deck(Keys.random(0));
    List<Mix.Kind> first = List.of();
    for (int round = 0; round < 100; round++) {
      List<Mix.Kind> order = Stream.generate(deck::next).limit(10).toList();
      assertThat(order.stream().collect(Collectors.groupingBy(kind -> kind, Collectors.counting())))
          .isEqualTo(Map.of(Mix.Kind.READ, 7L, Mix.Kind.INSERT, 2L, Mix.Kind.DELETE, 1L));
      first = round == 0 ? order : first;
      if (round == 1) {
        assertThat(order).isNotEqualTo(first);
      }
    }
  }

  /** Otherwise a run would delete more than it inserts, and be left without documents. */
  @Test
  void abandonedInsertIsDealtAgain() {
    Mix.Deck deck = Mix.PARAMETER.parse("insert:1,delete:1").new Deck(Keys.random(0));
    int inserts = 0;
    int deletes = 0;
    for (int i = 0; i < 1_000; i++) {
      if (deck.next() == Mix.Kind.DELETE) {
        deletes++;
      } else if (i % 3 == 0) {
        deck.putBack();
      } else {
        inserts++;
      }
    }
    assertThat(deletes).isBetween(inserts - 1, inserts + 1);
  }

  /**
   * Pearson's test against rank^-theta / sum of all; the scramble gives each rank its own place.
   */
  @ParameterizedTest
  @CsvSource({"0.5", "0.99", "1.2"})
  void zipfianFrequenciesPassAChiSquareTestAgainstTheFormula(double theta) {
    int documents = 1_000;
    long draws = 1_000_000;
    DiscreteSampler indexes =
        Keys.ZIPFIAN.indexes(documents, theta, Keys.random(1), new AtomicInteger());
    DiscreteSampler latest =
        Keys.LATEST.indexes(documents, theta, Keys.random(2), new AtomicInteger(documents));
    long[] byIndex = new long[documents];
    long[] byAge = new long[documents];
    for (long i = 0; i < draws; i++) {
      byIndex[indexes.sample()]++;
      byAge[documents - 1 - latest.sample()]++;
    }
    long[] byRank = new long[documents];
    for (int rank = 0; rank < documents; rank++) {
      byRank[rank] = byIndex[(int) (rank * 1_327_217_909L % documents)];
    }

    assertThat(chiSquareScore(byRank, theta, draws)).isLessThan(3.1); // p above 0.001
    assertThat(chiSquareScore(byAge, theta, draws)).isLessThan(3.1);
    assertThat(chiSquareScore(byRank, theta + 0.05, draws)).isGreaterThan(6); // p below 1e-9
  }

  /** The normal score of the statistic, by the cube root of Wilson and Hilferty (1931). */
  private static double chiSquareScore(long[] counts, double theta, long draws) {
    double[] shares = new double[counts.length];
    for (int rank = 0; rank < shares.length; rank++) {
      shares[rank] = Math.pow(rank + 1, -theta);
    }
    double all = Arrays.stream(shares).sum();
    double statistic = 0;
    for (int rank = 0; rank < shares.length; rank++) {
      double expected = draws * shares[rank] / all;
      statistic += (counts[rank] - expected) * (counts[rank] - expected) / expected;
    }
    double df = counts.length - 1;
    double spread = 2 / (9 * df);
    return (Math.cbrt(statistic / df) - (1 - spread)) / Math.sqrt(spread);
  }

  @Test
  void acceptsEveryExampleInHelp() {
    for (Parameter<?> parameter : MIXED.parameters()) {
      String[] assignment = parameter.example().split("=", 2);
      assertThat(assignment[0]).isEqualTo(parameter.name());
      assertThat(parameter.parse(assignment[1].split(",(?![a-z]+:)", -1)[0])).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "theta, 0",
    "theta, 11",
    "theta, 0.0",
    "limit, 0",
    "keys, hot",
    "dataset, w1",
    "kind, read"
  })
  void rejectsInvalidValueNamingParameter(String name, String value) {
    Parameter<?> parameter =
        MIXED.parameters().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();

    assertThatThrownBy(() -> parameter.parse(value))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p " + name + "=" + value + ": accepted is ");
  }

  @ParameterizedTest
  @CsvSource({
    "read:1, noop: mix=read:1 needs a store that can give documents back",
    "update:1, ''"
  })
  void rejectsMixWithUnsupportedKind(String mix, String reason) {
    assertThat(StoreProviders.byName("noop")).isPresent();
    Combination combination =
        new Combination("Mixed", Map.of("mix", mix, "store", "noop", "keys", "uniform"));

    assertThat(MIXED.unsupportedReason(combination).orElse("")).isEqualTo(reason);
  }

  /** Without one that is left a worker would look for it for ever. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "update:1|7|documents=7 leaves some of them no document of their own",
        "read:1|7|documents=7 leaves some of them no document of their own",
        "update:1|8|''",
        "insert:6,delete:5|47|documents=47 leaves some of them no document of their own",
        "insert:6,delete:5|48|''"
      })
  void rejectsTooFewDocumentsForWorkers(String mix, String documents, String reason) {
    Combination combination =
        new Combination(
            "Mixed",
            Map.of(
                "mix", mix,
                "documents", documents,
                "dataset", "w3",
                "id", "numbered",
                "field", "profile.score",
                "keys", "uniform",
                "theta", "0.99",
                "limit", "100",
                "update", "set"));

    assertThat(MIXED.threadLimit(combination, 8).orElse("")).isEqualTo(reason);
  }

  /** A store that cannot name the field in a statement takes part where none does. */
  @ParameterizedTest
  @CsvSource({
    "'read:1,insert:1,delete:1', 0",
    "'read:1,update:1', 1",
    "'read:1,replace:1', 1",
    "modify:1, 1"
  })
  void namesFieldOnlyIfMixChangesIt(String mix, int namedFields) {
    Combination combination =
        new Combination(
            "Mixed",
            Map.of(
                "mix", mix,
                "documents", "8",
                "dataset", "w3",
                "id", "numbered",
                "field", "profile.score",
                "update", "set"));

    assertThat(MIXED.collection(combination).orElseThrow().referencedPaths()).hasSize(namedFields);
  }

  @Test
  void resultsUseActualDocumentCountOfShortFiles(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("three.ndjson"), "{\"n\":1}{\"n\":2}{\"n\":3}");
    Combination three =
        new Combination(
            "Mixed",
            Map.of(
                "documents", "3",
                "dataset", file.toString(),
                "id", "numbered",
                "field", "n",
                "keys", "uniform"));

    assertThat(MIXED.normalize(three.with("documents", "100000"))).isEqualTo(three);
    assertThat(MIXED.normalize(three.with("documents", "2")).value("documents")).isEqualTo("2");
  }

  @Test
  void rejectsLatestKeysWithDeletes() {
    Combination combination =
        new Combination(
            "Mixed", Map.of("mix", "insert:1,delete:1", "store", "noop", "keys", "latest"));

    assertThat(MIXED.unsupportedReason(combination))
        .contains("keys=latest takes no mix that deletes");
  }
}
