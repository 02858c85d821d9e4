package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of claims that cannot be used: one line that says what and where, exit status 2. */
class MalformedClaimsTest {
  private static final String READS =
      ModuleFiles.resolve(MalformedClaimsTest.class, "../stats/src/test/resources/runs/reads.json")
          .toString();
  private static final String VALID =
      "{'claims': [{'id': 'A', 'claim': 'c', 'published': 'p', 'measure': 'time',"
          + " 'expect': {'about': 1, 'within': 0.1}, 'metric': 'execution',"
          + " 'where': 'scenario=S1,variant=rel_ind', 'asPublished': {}}]}";

  @TempDir private Path directory;

  @Test
  void acceptsUnmodifiedFile() throws IOException {
    assertThat(run(VALID).status()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'time' | 'tiem' | measure 'tiem' is unknown; known are time, rate",
        "'time' | 'time', 'over': 'middle' | over 'middle' is unknown; known are one, sum",
        "'time' | 'time', 'over': 'quantile' | over 'quantile'; write quantile Q",
        "'time' | 'time', 'over': 'quantile 5' | quantile 5.0; 0 to 1 is accepted",
        "'time' | 'plan', 'over': 'sum' | measure 'plan' does not go over 'sum'",
        "'time' | 'reduction' | measures a pair but names no baseline and candidate",
        "'execution' | 'exection' | reads.json has no metric 'exection'; it has execution",
        "'measure': 'time', 'expect': {'about': 1, 'within': 0.1}, 'metric': 'execution' | 'measure': 'share', 'expect': {'about': 1, 'within': 0.1} | A measures a number but names no 'metric' for asPublished",
        "'id': 'A' | 'idd': 'A' | claim without id has the field 'idd'",
        "'published': 'p' | 'published': '' | claim A has no 'published'",
        "'within': 0.1 | 'withn': 0.1 | expect has the field 'withn'",
        "'about': 1, 'within': 0.1 | 'about': 1 | expects about a value but does not say 'within' what",
        "'about': 1, 'within': 0.1 | 'within': 0.1 | claim A has no 'expect' of",
        "'asPublished': {} | 'setting': 's' | claim A has the setting 's', which is not there",
        "'id': 'A' | 'id': 'A', 'variationOf': 'B' | claim A is a variationOf B, which is not there",
        "'asPublished': {} | 'statistic': 'p95' | claim A has no set-up and no 'reason'",
        "'asPublished': {} | 'asPublished': {'statistic': 'p17'} | statistic 'p17' is unknown",
        "{'claims' | {'claim' | has no array 'claims'",
        "{'claims' | {'tables': {'t': {'across': {'a': ['x']}, 'down': {'b': {'r': [1, 2]}}}}, 'claims' | table t: row r has 2 numbers, not 1",
        "{'claims' | {'tables': {'t': {'unit': 's'}}, 'claims' | table t has no 'across' of one parameter",
        "{'claims': [ | {'claims': [{'id': 'A', 'claim': 'c', 'published': 'p', 'measure': 'time', 'expect': {'is': 'x'}, 'reason': 'r'}, | two claims have the id A; give each its own",
      })
  void rejectsMalformedClaims(String part, String replacement, String message) throws IOException {
    assertThat(VALID).contains(part.strip());
    CommandRun run = run(VALID.replace(part.strip(), replacement.strip()));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().strip()).contains(message).doesNotContain("\n");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void rejectsMissingFile() {
    CommandRun run = CommandRun.of("claims", READS, "--claims", "missing.json");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("missing.json: cannot be read; name a file of claims, or one of indexed-reads");
  }

  @Test
  void rejectsIdUsedInTwoFiles() throws IOException {
    Path file = write(VALID.replace("'A'", "'R1'"));
    CommandRun run =
        CommandRun.of("claims", READS, "--claims", "indexed-reads", "--claims", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("two claims have the id R1, one of them in indexed-reads");
  }

  private CommandRun run(String claims) throws IOException {
    return CommandRun.of(
        "claims", READS, "--claims", write(claims).toString(), "--resamples", "1000");
  }

  private Path write(String claims) throws IOException {
    return Files.writeString(directory.resolve("claims.json"), claims.replace('\'', '"'));
  }
}
