package org.docduel.stats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.docduel.stats.report.Svg.Ink;
import org.junit.jupiter.api.Test;

class PaletteTest {
  @Test
  void storeKeepsColourWhateverItsCompany() {
    assertThat(Palette.places(List.of("noop", "mongodb", "postgres-jsonb")))
        .containsEntry("postgres-jsonb", 1)
        .containsEntry("mongodb", 4);
    assertThat(Palette.places(List.of("postgres-jsonb@18", "sqlite-jsonb (in memory)", "zebra")))
        .containsEntry("postgres-jsonb@18", 1)
        .containsEntry("sqlite-jsonb (in memory)", 6);
  }

  @Test
  void eightSubjectsOfPageHaveEightColours() {
    List<String> names =
        List.of("postgres-jsonb@17", "postgres-jsonb@18", "mysql-json", "a", "i", "q", "y", "noop");

    assertThat(Palette.places(names).values().stream().map(Ink::of)).doesNotHaveDuplicates();
  }

  @Test
  void noTwoOfManyHaveOnePlace() {
    List<String> names = IntStream.range(0, 30).mapToObj(i -> "s" + i).toList();

    assertThat(Palette.places(names).values()).doesNotHaveDuplicates();
  }
}
