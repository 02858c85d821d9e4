package org.docduel.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.docduel.audit.Claim.SetUp;
import org.docduel.audit.Claim.Setting;
import org.docduel.audit.ClaimAudit.Audited;
import org.docduel.audit.ClaimAudit.Verdict;
import org.docduel.audit.ClaimFile.Publication;
import org.docduel.stats.cli.Main;
import org.docduel.stats.cli.Options;
import org.docduel.stats.cli.Program;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.Looks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Published against measured: a table for each publication, and why rows were not measured. */
@Command(
    description = "Published values against measured ones, row by row; unmeasured rows say so.")
public final class ClaimsCommand implements Callable<Integer> {
  @Mixin private Options.Resamples resamples = new Options.Resamples();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "JMH JSON files.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--claims",
      paramLabel = "FILE",
      description =
          "Claims to audit, see docs/audit.md#your-own-claims; without it those that ship.")
  private List<String> claims = new ArrayList<>();

  private ClaimsCommand() {}

  /** A program with this command beside those that it has. */
  public static Program addTo(Program program) {
    return program.with("claims", ClaimsCommand::new);
  }

  @Override
  public Integer call() {
    List<ClaimFile> read = ClaimFile.read(claims);
    List<SidecarFile> sidecarFiles = SidecarFile.readAll(files);
    Optional<Looks> looks = SidecarFile.largestPlan(sidecarFiles);
    List<Sidecar> sidecars = sidecarFiles.stream().map(SidecarFile::sidecar).toList();
    List<PlanFact> plans = sidecars.stream().flatMap(sidecar -> sidecar.plans().stream()).toList();
    // Which server stood behind a store's name.
    List<StoreFact> stores =
        sidecars.stream().flatMap(sidecar -> sidecar.stores().stream()).toList();
    Map<String, String> products = new TreeMap<>();
    stores.stream()
        .filter(store -> !store.product().isEmpty())
        .sorted(Comparator.comparing(StoreFact::product))
        .collect(Collectors.groupingBy(StoreFact::store))
        .forEach((store, all) ->
            products.put(
                store,
                all.stream().map(StoreFact::product).distinct().collect(Collectors.joining(", "))));
    ClaimAudit audit =
        new ClaimAudit(
            JmhFile.readAll(files),
            plans,
            products,
            StoreFact.overhead(stores),
            resamples.test().withLooks(looks));
    Output output = new Output("claims").lead("Published against measured");
    looks.ifPresent(plan ->
        output.lead(
            plan
                + ": like for like, each comparison is tested after each round, and stands as it did when"
                + " it was decided; as published, as if the number of forks had been fixed"));
    List<Audited> all = new ArrayList<>();
    for (ClaimFile file : read) {
      List<Audited> audited = audit.audit(file);
      output.table(table(file.publication(), audited));
      all.addAll(audited);
    }
    output.notes("", reasons(all)).note(summary(all));
    products.forEach((store, product) -> output.note("Measured as " + store + ": " + product));
    output.findings(audit.unlikeFiles());
    printing.print(output);
    return Main.DONE;
  }

  /** How many claims there are of each verdict. */
  private static String summary(List<Audited> rows) {
    Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    rows.forEach(row -> counts.merge(row.verdict(), 1L, Long::sum));
    long variations = Objects.requireNonNullElse(counts.remove(Verdict.VARIATION), 0L);
    long counted =
        rows.stream()
            .filter(row -> row.verdict() == Verdict.REPEATS && row.claim().formula().counted())
            .count();
    String some = counted > 0 ? " (" + counted + " of them plans and counts)" : "";
    List<String> parts = new ArrayList<>();
    counts.forEach((verdict, count) ->
        parts.add(count + " " + verdict.label() + (verdict == Verdict.REPEATS ? some : "")));
    return "%d claims: %s%s"
        .formatted(
            rows.size() - variations,
            String.join(", ", parts),
            variations == 0 ? "" : "; " + variations + " variations");
  }

  private static Table table(Publication publication, List<Audited> claims) {
    Columns<Audited> columns =
        new Columns<Audited>()
            .text("id", "id", audited -> audited.claim().id())
            .text("publication", "", audited -> publication.toString())
            .text("claim", "claim", audited -> audited.claim().text())
            .cell("published", "published", true, audited -> Cell.text(audited.claim().published()))
            .text("agrees_when", "", audited -> audited.claim().expected().rule());
    for (SetUp setUp : SetUp.values()) {
      String name = setUp.name().toLowerCase(Locale.ROOT);
      boolean used =
          setUp != SetUp.OWN_TABLES
              || claims.stream().anyMatch(audited -> audited.in(setUp).isPresent());
      columns
          .cell(
              name,
              used ? setUp.label() : "",
              true,
              audited -> Cell.text(audited.in(setUp).format(audited.claim().formula())))
          .data(name + "_value", audited -> audited.in(setUp).value())
          .interval(name + "_", "", audited -> audited.in(setUp).interval(), audited -> "")
          .text(name + "_size", "", audited -> audited.in(setUp).size())
          .text(name + "_server", "", audited -> audited.in(setUp).server())
          .text(name + "_detail", "", audited -> audited.in(setUp).detail())
          .text(name + "_reason", "", audited -> audited.in(setUp).reason());
    }
    return columns
        .text("verdict", "verdict", ClaimsCommand::verdict)
        .table("claims", publication + ": " + summary(claims), claims);
  }

  private static String verdict(Audited audited) {
    String varied = audited.claim().variationOf();
    return audited.verdict().label() + (varied.isEmpty() ? "" : " of " + varied);
  }

  /** Why rows were not measured, those with one reason together. */
  private static List<String> reasons(List<Audited> claims) {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    for (Audited audited : claims) {
      String published = audited.in(SetUp.AS_PUBLISHED).reason();
      String fair = audited.in(SetUp.LIKE_FOR_LIKE).reason();
      Map<String, String> reasonsBySetUp =
          published.equals(fair)
              ? new TreeMap<>(Map.of("", fair))
              : new TreeMap<>(Map.of(" as published", published, " like for like", fair));
      reasonsBySetUp
          .values()
          .removeIf(reason -> reason.isEmpty() || reason.equals(Setting.NO_SET_UP));
      reasonsBySetUp.forEach((setUp, reason) ->
          ids.computeIfAbsent(setUp + ", " + reason, key -> new ArrayList<>())
              .add(audited.claim().id()));
    }
    List<String> lines = new ArrayList<>();
    ids.forEach(
        (reason, rows) -> lines.add("Not measured" + reason + ": " + String.join(" ", rows)));
    return lines;
  }
}
