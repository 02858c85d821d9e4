package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.report.claims.Claim;
import org.docduel.stats.report.claims.ClaimAudit;
import org.docduel.stats.report.claims.ClaimReader;
import org.docduel.stats.report.claims.ClaimsDocument;
import org.docduel.stats.test.SuperiorityTest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Published against measured. */
@Command(
    name = "claims",
    mixinStandardHelpOptions = true,
    description = "Published values against measured ones, row by row; unmeasured rows say so.")
final class ClaimsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private TestOptions.ResamplingOptions resampling = new TestOptions.ResamplingOptions();
  @Mixin private FormatOption format = new FormatOption();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "JMH JSON files.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description = "Claims to audit instead of those of the five source documents.")
  private @Nullable Path rows;

  @Override
  public Integer call() {
    format.format();
    SuperiorityTest test =
        SuperiorityTest.withDefaults()
            .withAlpha(resampling.alpha())
            .withResampling(resampling.resampling());
    List<Claim> claims = rows == null ? ClaimReader.shipped() : ClaimReader.read(rows);
    ClaimAudit audit = new ClaimAudit(ResultReader.readAll(files), test);
    format.print(spec, ClaimsDocument.of(audit.audit(claims)));
    return Main.DONE;
  }
}
