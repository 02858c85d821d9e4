package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.docduel.stats.claims.AuditedClaim;
import org.docduel.stats.claims.ClaimAudit;
import org.docduel.stats.claims.ClaimFile;
import org.docduel.stats.claims.ClaimsDocument;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
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
    List<Sidecar> sidecars = SidecarFile.readAll(files).stream().map(SidecarFile::sidecar).toList();
    List<PlanFact> plans = sidecars.stream().flatMap(one -> one.plans().stream()).toList();
    // Which server stood behind a store's name.
    Map<String, String> products =
        sidecars.stream()
            .flatMap(sidecar -> sidecar.stores().stream())
            .filter(store -> !store.product().isEmpty())
            .collect(
                Collectors.groupingBy(
                    StoreFact::store,
                    TreeMap::new,
                    Collectors.collectingAndThen(
                        Collectors.mapping(
                            StoreFact::product, Collectors.toCollection(TreeSet::new)),
                        all -> String.join(", ", all))));
    ClaimAudit audit = new ClaimAudit(JmhFile.readAll(files), plans, products, resamples.test());
    List<AuditedClaim> audited = read.stream().flatMap(file -> audit.audit(file).stream()).toList();
    printing.print(ClaimsDocument.of(audited, products));
    return Main.DONE;
  }
}
