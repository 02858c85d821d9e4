package org.docduel.stats.report.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code docs/audit.md} has the claims that ship: its structure is compared, not its numbers. */
class AuditDocumentTest {
  private static final String MARK = "<!-- tables -->";

  @Test
  void itsTablesHaveEveryClaimOnceInOrder() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("../docs/audit.md"));
    assertThat(lines.stream().filter(MARK::equals)).hasSize(1);

    List<String> ids =
        lines.subList(lines.indexOf(MARK), lines.size()).stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.substring(2, line.indexOf(" |")).replace("\\_", "_"))
            .filter(id -> !id.equals("id") && !id.startsWith("---"))
            .toList();

    assertThat(ids)
        .containsExactlyElementsOf(
            ClaimReader.read(List.of()).stream()
                .flatMap(file -> file.claims().stream())
                .map(Claim::id)
                .toList());
  }

  @Test
  void itCitesEveryPublicationByItsTitle() throws IOException {
    String document = Files.readString(Path.of("../docs/audit.md"));
    ClaimReader.read(List.of())
        .forEach(file -> assertThat(document).contains(file.publication().title()));
  }
}
