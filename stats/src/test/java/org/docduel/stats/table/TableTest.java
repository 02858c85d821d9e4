package org.docduel.stats.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Finding.Kind;
import org.docduel.stats.table.Table.Columns;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One table for people and programs. */
class TableTest {
  private record Store(String name, double seconds) {}

  private static Output output(Store... stores) {
    return new Output("x")
        .table(
            new Columns<Store>()
                .text("store", "store", Store::name)
                .number("mean", "mean time", Store::seconds, Numbers::time)
                .data("seconds_squared", store -> store.seconds() * store.seconds())
                .displayOnly("remark", store -> store.seconds() > 1 ? "slow" : "-")
                .table("stores", "", List.of(stores)));
  }

  @Test
  void textHasHeadingsAndCsvHasKeys() {
    Output output = output(new Store("a", 0.0015), new Store("b|c", 2));

    assertThat(Format.TEXT.render(output))
        .isEqualTo(
            """
            store      mean  remark
                       time
            -----  --------  ------
            a      1.500 ms       -
            b|c     2.000 s    slow
            """);
    assertThat(Format.MARKDOWN.render(output)).contains("| b\\|c | 2.000 s | slow |");
    assertThat(Format.CSV.render(output))
        .isEqualTo("store,mean,seconds_squared\na,0.0015,2.25E-6\nb|c,2.0,4.0\n");
    assertThat(Format.JSON.render(output))
        .contains("\"store\" : \"b|c\",\n    \"mean\" : 2.0,\n    \"seconds_squared\" : 4.0");
  }

  @Test
  void markdownShowsNamesUnchanged() {
    String name = "a\\|b *c* _d_ `e` <f>";

    assertThat(Format.MARKDOWN.render(output(new Store(name, 2))))
        .contains("| a\\\\\\|b \\*c\\* \\_d\\_ \\`e\\` &lt;f> | 2.000 s |");
  }

  @Test
  void textOmitsEmptyColumns() {
    Output output = output(new Store("a", Double.NaN));

    assertThat(Format.TEXT.render(output)).isEqualTo("store\n-----\na\n");
    assertThat(Format.CSV.render(output)).isEqualTo("store,mean,seconds_squared\na,,\n");
  }

  @Test
  void csvMergesTablesOfSameName() {
    Output output = output(new Store("a", 1));
    output.table(output.tables.get(0));

    assertThat(Format.CSV.render(output)).hasLineCount(3);
    assertThat(Format.JSON.render(output)).containsOnlyOnce("\"stores\"");
  }

  @Test
  void mergesFindingsThatDifferInNumbers() {
    Output output =
        output(new Store("a", 1))
            .findings(
                List.of(
                    new Finding(Kind.MULTIPLICITY, "a 1", "superior (p 0.0193), adjusted 2.47e-02"),
                    new Finding(Kind.MULTIPLICITY, "a 2", "superior (p 0.02), adjusted 0.3"),
                    new Finding(Kind.MULTIPLICITY, "a 3", "inferior (p 0.02), adjusted 0.3"),
                    new Finding(Kind.OUTLIERS, "a 1", "1 of 30"),
                    new Finding(Kind.OUTLIERS, "a 2", "2 of 30")));

    assertThat(output.findingLines())
        .containsExactly(
            "multiplicity: superior (p 0.0193), adjusted 2.47e-02 [a 1; with other numbers a 2]",
            "multiplicity: inferior (p 0.02), adjusted 0.3 [a 3]",
            "outliers: 1 of 30 [a 1]",
            "outliers: 2 of 30 [a 2]");
    assertThat(Format.JSON.render(output)).contains("\"a 1\"", "\"a 2\"", "\"a 3\"");
  }

  @Tag("attack")
  @Tag("L10")
  @ParameterizedTest
  @ValueSource(strings = {"=cmd()", "+1", "@x", "-x"})
  void quotesFormulasInCells(String text) {
    assertThat(Format.CSV.render(output(new Store(text, 1)))).contains("\n'" + text + ",");
  }
}
