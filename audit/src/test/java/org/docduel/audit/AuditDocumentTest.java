package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.audit.ClaimAudit.Verdict;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;

/** {@code docs/audit/tables.md} has the claims that ship: structure is compared, not numbers. */
class AuditDocumentTest {
  private static final String MARK = "<!-- tables -->";
  private static final Set<Verdict> JUDGED = EnumSet.complementOf(EnumSet.of(Verdict.VARIATION));

  @Test
  void tablesListEveryClaimOnceInOrder() throws IOException {
    List<String> lines =
        Files.readAllLines(ModuleFiles.resolve(AuditDocumentTest.class, "../docs/audit/tables.md"));
    assertThat(lines.stream().filter(MARK::equals)).hasSize(1);

    List<String> ids =
        lines.subList(lines.indexOf(MARK), lines.size()).stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.substring(2, line.indexOf(" |")).replace("\\_", "_"))
            .filter(id -> !id.equals("id") && !id.startsWith("---"))
            .toList();

    assertThat(ids)
        .containsExactlyElementsOf(
            ClaimFile.read(List.of()).stream()
                .flatMap(file -> file.claims().stream())
                .map(Claim::id)
                .toList());
  }

  @Test
  void rowsAddUpToTotalsOfAllPages() throws IOException {
    String document =
        Files.readString(ModuleFiles.resolve(AuditDocumentTest.class, "../docs/audit/tables.md"));
    long claims = 0;
    for (Verdict verdict : JUDGED) {
      claims += rows(document, verdict);
    }
    String total = "(?m)^" + claims + " claims: .*";
    for (Verdict verdict : JUDGED) {
      assertThat(document)
          .containsPattern(
              total + "\\b" + rows(document, verdict) + " " + verdict.label() + "(,|;| \\()");
    }
    assertThat(document)
        .containsPattern(total + "; " + rows(document, Verdict.VARIATION) + " variations");

    long open = rows(document, Verdict.OTHER_SCALE) + rows(document, Verdict.NOT_MEASURED);
    for (String page : List.of("../README.md", "../docs/audit.md")) {
      assertThat(
              Files.readString(ModuleFiles.resolve(AuditDocumentTest.class, page))
                  .replaceAll("\\s+", " "))
          .as(page)
          .contains(
              "Of " + claims + " claims " + rows(document, Verdict.REPEATS) + " repeat",
              rows(document, Verdict.OTHER_SIZE) + " agree in direction but not in magnitude",
              rows(document, Verdict.ARTEFACT) + " are artefacts of the set-up",
              rows(document, Verdict.DOES_NOT_REPEAT) + " do not repeat",
              rows(document, Verdict.CONTRADICTED) + " contradict their own tables",
              rows(document, Verdict.OTHER_SERVER) + " were measured on another server",
              open + " could not be judged");
    }
  }

  private static long rows(String document, Verdict verdict) {
    String id = verdict == Verdict.VARIATION ? " of \\S+" : "";
    return Pattern.compile("(?m)^\\| .* \\| " + verdict.label() + id + " \\|$")
        .matcher(document)
        .results()
        .count();
  }

  @Test
  void citesEveryPublicationByTitle() throws IOException {
    String document =
        Files.readString(ModuleFiles.resolve(AuditDocumentTest.class, "../docs/audit/tables.md"));
    ClaimFile.read(List.of())
        .forEach(file -> assertThat(document).contains(file.publication().title()));
  }
}
