package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.FamilyCalibrationTest.Noise;
import org.docduel.stats.verdict.SimulatedRun.Missing;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What verdicts do in simulated runs: how often they are false, and how often they see what is
 * there. {@code mvn -pl stats test -Dtest=VerdictCalibrationTest -Dcalibration.runs=600} writes
 * docs/statistics/calibration.md anew to {@code stats/target/calibration.md}; with {@code
 * -Dcalibration.sections=} a regular expression that titles contain, those sections alone.
 */
@Tag("simulation")
class VerdictCalibrationTest {
  private static final Path PAGE =
      ModuleFiles.resolve(VerdictCalibrationTest.class, "../docs/statistics/calibration.md");
  private static final double ALPHA = 0.05;
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withDelta(0).withResampling(new Resampling(2000, 42, 1));
  private static final SuperiorityTest PAIRED = TEST.withPairedRounds();
  private static final double[] RHOS = {-0.3, 0, 0.3, 0.65, 0.9};

  /** A column; one of a level holds shares that should be 5 %. */
  record Column(String title, boolean level) {}

  /** A row: a mean over runs for each column, in so many times the runs of others. */
  record Line(String name, double times, List<IntToDoubleFunction> cells) {
    int runs(int all) {
      return Math.max(1, (int) Math.round(all * times));
    }

    String format(List<Column> columns, int all) {
      StringBuilder out = new StringBuilder("| ").append(name).append(" |");
      double maxPercent = band(runs(all), 0.995);
      for (int i = 0; i < cells.size(); i++) {
        double percent = 100 * mean(runs(all), cells.get(i));
        String bold = columns.get(i).level() && percent > maxPercent + 1e-9 ? "**" : "";
        out.append(String.format(Locale.ROOT, " %s%.1f%s |", bold, percent, bold));
      }
      return out.toString();
    }
  }

  record Section(String title, String firstColumn, List<Column> columns, List<Line> lines) {
    Section(String title, String firstColumn) {
      this(title, firstColumn, new ArrayList<>(), new ArrayList<>());
    }

    /** Columns of false claims, which should be 5 %. */
    Section level(String... titles) {
      Arrays.stream(titles).forEach(column -> columns.add(new Column(column, true)));
      return this;
    }

    Section columns(String... titles) {
      Arrays.stream(titles).forEach(column -> columns.add(new Column(column, false)));
      return this;
    }

    void row(String name, IntPredicate... cells) {
      row(name, 1, cells);
    }

    void row(String name, double times, IntPredicate... cells) {
      lines.add(
          new Line(
              name, times, Arrays.stream(cells).map(VerdictCalibrationTest::counted).toList()));
    }

    String head() {
      StringBuilder out = new StringBuilder("## ").append(title).append("\n\n| ");
      out.append(firstColumn);
      columns.forEach(column -> out.append(" | ").append(column.title()));
      return out.append(" |\n|").append("---|".repeat(1 + columns.size())).toString();
    }
  }

  /** A simulation that is run once for each seed, whatever reads it. */
  static <T> IntFunction<T> once(IntFunction<T> simulation) {
    Map<Integer, T> simulated = new ConcurrentHashMap<>();
    return seed -> simulated.computeIfAbsent(seed, simulation::apply);
  }

  private static IntToDoubleFunction counted(IntPredicate happens) {
    return seed -> happens.test(seed) ? 1 : 0;
  }

  private static double mean(int runs, IntToDoubleFunction value) {
    return IntStream.range(0, runs).parallel().mapToDouble(value).sum() / runs;
  }

  private static double share(int runs, IntPredicate happens) {
    return mean(runs, counted(happens));
  }

  /** A bound, in percent, of the share of runs that err where each errs by 5 %. */
  private static double band(int runs, double p) {
    return 100.0 * BinomialDistribution.of(runs, ALPHA).inverseCumulativeProbability(p) / runs;
  }

  private static void assertHolds(int runs, IntPredicate isError) {
    assertThat(100 * share(runs, isError)).isLessThanOrEqualTo(band(runs, 0.995) + 1e-9);
  }

  private static List<List<Comparison>> pairs(List<Observations> stores) {
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      for (int k = i + 1; k < stores.size(); k++) {
        pairs.add(List.of(new Comparison(i + " " + k, stores.get(i), stores.get(k))));
      }
    }
    return pairs;
  }

  private static boolean claims(Superiority row) {
    return row.decision() == Decision.SUPERIOR || row.decision() == Decision.INFERIOR;
  }

  private static boolean anyClaim(SuperiorityTest test, List<Observations> stores) {
    return test.testTogether(pairs(stores)).stream()
        .anyMatch(result -> claims(result.conclusion()));
  }

  private static boolean anyClaim(Observations... stores) {
    return anyClaim(TEST, List.of(stores));
  }

  /** As many equal stores, the second better by a ratio. */
  private static double[] levels(int stores, double ratio) {
    double[] levels = new double[stores];
    Arrays.fill(levels, 1);
    levels[1] = 1 / ratio;
    return levels;
  }

  private static boolean busy(int stores, int forks, double rho, int seed) {
    return anyClaim(TEST, new SimulatedRun(seed).stores(forks, 0.3, rho, levels(stores, 1)));
  }

  private static boolean seen(
      SuperiorityTest test, int stores, int forks, double sd, double rho, double ratio, int seed) {
    List<Observations> all = new SimulatedRun(seed).stores(forks, sd, rho, levels(stores, ratio));
    return claims(test.testTogether(pairs(all)).get(0).conclusion());
  }

  /** As {@link #seen}, of stores whose rounds nobody noted. */
  private static boolean seenUnpaired(int stores, int forks, double rho, double ratio, int seed) {
    List<Observations> all =
        new SimulatedRun(seed)
            .stores(forks, 0.3, rho, levels(stores, ratio)).stream()
                .map(observations -> observations.map(fork -> fork.at("h", 0)))
                .toList();
    return claims(TEST.testTogether(pairs(all)).get(0).conclusion());
  }

  private static SuperiorityReport suite(int forks, Missing missing, int seed) {
    return TEST.testAll(new SimulatedRun(seed).suite(forks, missing));
  }

  private static boolean suiteOverall(int forks, Missing missing, int seed) {
    return claims(suite(forks, missing, seed).conclusion());
  }

  private static boolean suiteQueries(int forks, Missing missing, int seed) {
    return suite(forks, missing, seed).rows().stream().anyMatch(VerdictCalibrationTest::claims);
  }

  private static boolean suiteGate(int forks, Missing missing, int seed) {
    return new ChangeTest(TEST, 0.05)
        .testAll(new SimulatedRun(seed).suite(forks, missing)).stream()
            .anyMatch(result -> result.row().decision().isClaim());
  }

  private static boolean overall(int forks, int seed) {
    return claims(TEST.testAll(new SimulatedRun(seed).groups(forks)).conclusion());
  }

  private static boolean groups(int forks, int seed) {
    return TEST.testAll(new SimulatedRun(seed).groups(forks)).rows().stream()
        .anyMatch(VerdictCalibrationTest::claims);
  }

  private static boolean stalling(int forks, boolean both, int seed) {
    SimulatedRun run = new SimulatedRun(seed);
    return anyClaim(run.rates(forks, both), run.rates(forks, true));
  }

  /** Two stores of equal means, whose forks vary by their own sd. */
  private static boolean unequal(int forks, double sd, double other, int seed) {
    SimulatedRun run = new SimulatedRun(seed);
    double level = Math.exp((sd * sd - other * other) / 2);
    return anyClaim(run.store(1, forks, sd), run.store(level, forks, other));
  }

  private static boolean exponential(int forks, int seed) {
    SimulatedRun run = new SimulatedRun(seed);
    return anyClaim(run.exponential(forks), run.exponential(forks));
  }

  private static boolean files(double level, double interaction, int seed) {
    SimulatedRun run = new SimulatedRun(seed);
    return anyClaim(run.inFiles(1, interaction), run.inFiles(level, interaction));
  }

  /** A run of four stores that is looked at after each round, to at most ten. */
  private static List<SuperiorityReport> looked(double rho, double ratio, int seed) {
    SuperiorityTest looks = TEST.withLooks(Optional.of(new Looks(10, Spending.POCOCK)));
    return looks.testTogether(pairs(new SimulatedRun(seed).stores(10, 0.3, rho, levels(4, ratio))));
  }

  private static boolean lookedWrong(double rho, int seed) {
    return looked(rho, 1, seed).stream().anyMatch(result -> claims(result.conclusion()));
  }

  private static boolean lookedSeen(double rho, int seed) {
    return claims(looked(rho, 1.5, seed).get(0).conclusion());
  }

  private static boolean realised(int pilot, int stores, double power, int seed) {
    SimulatedRun run = new SimulatedRun(seed);
    int forks =
        new ForkPlanner(new Hypothesis(0.2, ALPHA), stores, 1)
            .plan("x", List.of(run.store(1, pilot, 0.1), run.store(0.9, pilot, 0.1)), 0.36, power)
            .forks();
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      all.add(run.store(i == 1 ? 0.64 : 1, Math.min(64, forks), 0.1));
    }
    return TEST.withDelta(0.2).testTogether(pairs(all)).get(0).conclusion().decision()
        == Decision.SUPERIOR;
  }

  @Test
  void queriesOfSameForksAddNoEvidence() {
    int runs = 300;

    assertHolds(runs, seed -> suiteOverall(5, Missing.NONE, seed));
    assertHolds(runs, seed -> suiteQueries(5, Missing.NONE, seed));
    assertHolds(runs, seed -> suiteGate(5, Missing.NONE, seed));
  }

  @ParameterizedTest
  @EnumSource(value = Missing.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void keepsLevelWhenQueriesLackForks(Missing missing) {
    assertHolds(300, seed -> suiteOverall(6, missing, seed));
  }

  @Test
  void pairedBusyRunKeepsLevelAndGainsPower() {
    int runs = 150;

    assertHolds(runs, seed -> busy(4, 5, 0.65, seed));
    assertThat(share(runs, seed -> seen(TEST, 4, 5, 0.3, 0.65, 1.5, seed)))
        .isGreaterThan(share(runs, seed -> seenUnpaired(4, 5, 0.65, 1.5, seed)));
  }

  @Test
  void pairedSequentialRunKeepsLevelAndGainsPower() {
    int runs = 100;

    assertHolds(runs, seed -> lookedWrong(0.65, seed));
    assertThat(share(runs, seed -> lookedSeen(0.65, seed))).isGreaterThan(0.7);
  }

  private static List<Section> sections() {
    List<Section> all = new ArrayList<>();
    Section power =
        new Section(
                "How many forks do I need? Two stores, by the ratio of their times", "sd, forks")
            .columns("1.1", "1.25", "1.5", "2");
    all.add(power);
    for (double sd : new double[] {0.02, 0.1, 0.3}) {
      for (int forks : new int[] {3, 5, 7, 10}) {
        power.row(
            percent(sd) + ", " + forks,
            DoubleStream.of(1.1, 1.25, 1.5, 2)
                .mapToObj(ratio -> (IntPredicate) seed -> seen(TEST, 2, forks, sd, 0, ratio, seed))
                .toArray(IntPredicate[]::new));
      }
    }
    Section two =
        new Section("Two equal stores", "forks")
            .level("sd 10 %", "sd 30 %", "sd 30 and 5 %", "exponential forks")
            .level("both stall in 20 % of iterations", "one stalls, means equal");
    all.add(two);
    for (int forks : new int[] {3, 5, 10}) {
      two.row(
          "" + forks,
          5,
          seed -> unequal(forks, 0.1, 0.1, seed),
          seed -> unequal(forks, 0.3, 0.3, seed),
          seed -> unequal(forks, 0.3, 0.05, seed),
          seed -> exponential(forks, seed),
          seed -> stalling(forks, true, seed),
          seed -> stalling(forks, false, seed));
    }
    all.add(families());
    all.addAll(VerdictErrorsCalibrationTest.sections());
    all.add(rounds());
    all.add(untilDecided());
    Section twin = new Section("A twin of three equal stores alarms", "forks");
    all.add(twin.level("rho 0", "rho 0.3", "rho 0.65"));
    for (int forks : new int[] {3, 5, 10}) {
      twin.row(
          "" + forks,
          seed -> TwinsTest.alarms(forks, 0, seed),
          seed -> TwinsTest.alarms(forks, 0.3, seed),
          seed -> TwinsTest.alarms(forks, 0.65, seed));
    }
    all.add(TwinCalibrationTest.section());
    all.add(PausesCalibrationTest.section());
    all.add(suites());
    Section groups = new Section("Five groups, any false claim", "forks");
    all.add(groups.level("overall", "groups").columns("either"));
    for (int forks : new int[] {5, 10}) {
      groups.row(
          "" + forks,
          seed -> overall(forks, seed),
          seed -> groups(forks, seed),
          seed -> overall(forks, seed) || groups(forks, seed));
    }
    all.addAll(GateCalibrationTest.sections());
    Section plans = new Section("Power realised by a plan", "forks of the pilot, stores");
    all.add(plans.columns("of 80 %", "of 90 %"));
    for (int stores : new int[] {2, 4}) {
      for (int pilot : new int[] {3, 5, 10}) {
        plans.row(
            pilot + ", " + stores,
            0.25,
            seed -> realised(pilot, stores, 0.8, seed),
            seed -> realised(pilot, stores, 0.9, seed));
      }
    }
    Section files =
        new Section("Three files of five forks on one host, sd 5 %", "sd between files");
    all.add(files.level("any false claim").columns("a ratio of 1.06 is seen"));
    for (double interaction : new double[] {0, 0.01, 0.03, 0.05}) {
      files.row(
          percent(interaction),
          5,
          seed -> files(1, interaction, seed),
          seed -> files(1 / 1.06, interaction, seed));
    }
    return all;
  }

  private static String percent(double share) {
    return Math.round(100 * share) + " %";
  }

  private static Section families() {
    Section families =
        new Section(
            "Stores whose forks vary by 5 %, any false claim (two are a reduction of 20 % apart, Delta)",
            "forks, stores");
    for (Noise noise : Noise.values()) {
      families.level(noise.name().toLowerCase(Locale.ROOT));
    }
    for (int forks : new int[] {3, 5, 10}) {
      for (int stores : new int[] {2, 4, 6}) {
        families.row(
            forks + ", " + stores,
            Arrays.stream(Noise.values())
                .map(noise ->
                    (IntPredicate)
                        seed -> FamilyCalibrationTest.claimed(forks, stores, noise, seed)[0])
                .toArray(IntPredicate[]::new));
      }
    }
    return families;
  }

  private static Section rounds() {
    Section rounds =
        new Section(
                "Rounds, sd 30 %; two of 2, 3, 4, 15 stores differ by 1.5, 2, 2, 3",
                "stores, forks, rho")
            .level("any false claim")
            .columns("seen among all pairs", "seen if always paired", "seen if never paired");
    for (int stores : new int[] {2, 3, 4, 15}) {
      double ratio = stores == 2 ? 1.5 : stores == 15 ? 3 : 2;
      for (int forks : new int[] {3, 5, 7, 10, 20}) {
        for (double rho : RHOS) {
          if (stores == 15 && rho < 0) {
            continue; // fifteen cannot all correlate by less than -1/14
          }
          rounds.row(
              stores + ", " + forks + ", " + rho,
              stores == 15 ? 1.0 / 6 : 1,
              seed -> busy(stores, forks, rho, seed),
              seed -> seen(TEST, stores, forks, 0.3, rho, ratio, seed),
              seed -> seen(PAIRED, stores, forks, 0.3, rho, ratio, seed),
              seed -> seenUnpaired(stores, forks, rho, ratio, seed));
        }
      }
    }
    return rounds;
  }

  private static Section untilDecided() {
    Section until = new Section("Until decided, four stores, at most 10 forks, sd 30 %", "rho");
    until.level("any false claim").columns("a ratio of 1.5 is seen", "forks it took");
    for (double rho : RHOS) {
      until
          .lines()
          .add(
              new Line(
                  "" + rho,
                  1,
                  List.of(
                      counted(seed -> lookedWrong(rho, seed)),
                      counted(seed -> lookedSeen(rho, seed)),
                      seed ->
                          looked(rho, 1.5, seed).get(0).conclusion().look().orElseThrow().forks()
                              / 10.0)));
    }
    return until;
  }

  private static Section suites() {
    Section shared =
        new Section("Ten queries answered by the same forks, any false claim", "forks, missing");
    shared.level("overall", "queries", "gate");
    for (int forks : new int[] {3, 5, 10}) {
      for (Missing missing : Missing.values()) {
        if (forks > 3 || missing == Missing.NONE) {
          shared.row(
              forks + ", " + missing.name().toLowerCase(Locale.ROOT).replace('_', ' '),
              seed -> suiteOverall(forks, missing, seed),
              seed -> suiteQueries(forks, missing, seed),
              seed -> suiteGate(forks, missing, seed));
        }
      }
    }
    return shared;
  }

  /** The page has the tables of this code, and those of its rows that take a second as they are. */
  @Test
  void pageMatchesThisCode() throws IOException {
    String page = Files.readString(PAGE);
    Matcher count = Pattern.compile("(\\d+) runs a cell").matcher(page);
    assertThat(count.find()).isTrue();
    int runs = Integer.parseInt(count.group(1));
    List<String> names = new ArrayList<>();
    for (Section section : sections()) {
      assertThat(page).contains(section.head());
      section.lines().forEach(line -> names.add("| " + line.name() + " |"));
      section.lines().stream()
          .filter(
              line -> List.of("10 %, 5", "2, 5, -0.3", "3, 5, 0.3", "3 %").contains(line.name()))
          .forEach(line -> assertThat(page).contains("\n" + line.format(section.columns(), runs)));
    }
    assertThat(page.lines().filter(line -> line.matches("\\| \\d.*|\\| -\\d.*")))
        .zipSatisfy(names, (line, name) -> assertThat(line).startsWith(name));
  }

  @Test
  @EnabledIfSystemProperty(named = "calibration.runs", matches = "[1-9][0-9]*")
  void writesAllTables() throws IOException {
    int runs = Integer.getInteger("calibration.runs");
    StringBuilder out = new StringBuilder("# Calibration\n\n");
    out.append(
        String.format(
            Locale.ROOT,
            """
            Generated by `mvn -pl stats test -Dtest=VerdictCalibrationTest -Dcalibration.runs=%d`, which writes
            `stats/target/calibration.md`; `-Dcalibration.sections=TITLE` remakes those alone whose title contains it. [Statistics](../statistics.md) says what
            the rules are.

            Shares of simulated runs in percent, Delta 0 and alpha 5 %% over both directions. %d runs a cell: a level of 5 %% then lies
            between %.1f and %.1f %% (99 %% band; bold above it). Equal stores and files have five times the runs; plans,
            slow iterations, the gate of one benchmark a quarter; fifteen stores, twins that differ and verdicts at Delta 20 %% a sixth; those until decided and gates of twenty benchmarks a twelfth.
            """,
            runs,
            runs,
            band(runs, 0.005),
            band(runs, 0.995)));
    Pattern titles = Pattern.compile(System.getProperty("calibration.sections", ""));
    for (Section section : sections()) {
      if (!titles.matcher(section.title()).find()) {
        continue;
      }
      out.append('\n').append(section.head()).append('\n');
      section
          .lines()
          .forEach(line -> out.append(line.format(section.columns(), runs)).append('\n'));
    }
    Files.writeString(
        ModuleFiles.resolve(VerdictCalibrationTest.class, "target/calibration.md"), out);
    assertThat(ModuleFiles.resolve(VerdictCalibrationTest.class, "target/calibration.md")).exists();
  }
}
