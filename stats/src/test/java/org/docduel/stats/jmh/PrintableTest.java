package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("L10")
class PrintableTest {
  @ParameterizedTest
  @ValueSource(strings = {"\u001b[2J", "a\nb", "\u202Etxt", "\u009b31m", "\u2028", "\u0007"})
  void escapesTerminalControlCharacters(String text) {
    assertThat(Printable.of(text)).contains("\\u").matches("[\\p{Print}]*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres-jsonb", "10B", "größe", "客户", "\\u"})
  void keepsOtherTexts(String text) {
    assertThat(Printable.of(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "=1+1,'''=1+1'",
    "+cmd,'''+cmd'",
    "@SUM,'''@SUM'",
    "-cmd,'''-cmd'",
    "-1.5,-1.5",
    "a=b,a=b",
    "-.5,-.5"
  })
  void quotesSpreadsheetFormulas(String value, String cell) {
    assertThat(Printable.cell(value)).isEqualTo(cell);
  }
}
