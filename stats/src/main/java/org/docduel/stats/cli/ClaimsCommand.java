package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.docduel.stats.claims.AuditedClaim;
import org.docduel.stats.claims.ClaimAudit;
import org.docduel.stats.claims.ClaimFile;
import org.docduel.stats.claims.ClaimsDocument;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.SidecarFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Published against measured. */
@Command(
    name = "claims",
    mixinStandardHelpOptions = true,
    description = "Published values against measured ones, row by row; unmeasured rows say so.")
final class ClaimsCommand implements Callable<Integer> {
  @Mixin private Options.Resamples resamples = new Options.Resamples();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "JMH JSON files.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--claims",
      paramLabel = "FILE",
      description = "Claims to audit, see docs/claims.md; without it those that ship.")
  private List<String> claims = new ArrayList<>();

  @Override
  public Integer call() {
    List<ClaimFile> read = ClaimFile.read(claims);
    List<PlanFact> plans =
        files.stream()
            .flatMap(file -> SidecarFile.read(file).stream())
            .flatMap(sidecar -> sidecar.sidecar().plans().stream())
            .toList();
    ClaimAudit audit = new ClaimAudit(JmhFile.readAll(files), plans, products(), resamples.test());
    List<AuditedClaim> audited = read.stream().flatMap(file -> audit.audit(file).stream()).toList();
    printing.print(ClaimsDocument.of(audited, products()));
    return Main.DONE;
  }

  /** Which server stood behind a store's name, where a sidecar says so. */
  private Map<String, String> products() {
    Map<String, Set<String>> products = new TreeMap<>();
    for (Path file : files) {
      SidecarFile.read(file).stream()
          .flatMap(sidecar -> sidecar.sidecar().stores().stream())
          .filter(store -> !store.product().isEmpty())
          .forEach(store ->
              products.computeIfAbsent(store.store(), k -> new TreeSet<>()).add(store.product()));
    }
    Map<String, String> named = new TreeMap<>();
    products.forEach((store, all) -> named.put(store, String.join(", ", all)));
    return named;
  }
}
