package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskTest {
  private final Mask mask = new Mask("sixteen bytes or more".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path directory;

  private String masked(String type, String value) {
    return mask.of(type).orElseThrow().apply(value);
  }

  /** The specification's own example: 20,000 addresses, of which 11,111 begin with user1. */
  @Test
  void keepsEqualityLengthsAndBeginnings() {
    List<String> addresses =
        IntStream.range(0, 20_000).mapToObj(i -> "user" + i + "@example.org").toList();
    List<String> hidden = addresses.stream().map(mask::text).toList();
    assertThat(new HashSet<>(hidden)).hasSize(20_000);
    assertThat(mask.text(addresses.get(7))).isEqualTo(hidden.get(7));
    String beginning = mask.text("user1%");
    assertThat(beginning).endsWith("%");
    String fixed = beginning.substring(0, beginning.length() - 1);
    assertThat(hidden.stream().filter(each -> each.startsWith(fixed))).hasSize(11_111);
    for (int i = 0; i < addresses.size(); i++) {
      assertThat(hidden.get(i)).hasSameSizeAs(addresses.get(i)).isNotEqualTo(addresses.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ab9-x Y",
        "M\u00fcller \u00c4",
        "\u0418\u0432\u0430\u043d\u043e\u0432",
        "\u6771\u4eac 7",
        "\uac00",
        ""
      })
  void keepsClassesAndBytesOfEveryScript(String value) {
    String hidden = mask.text(value);
    assertThat(hidden.getBytes(StandardCharsets.UTF_8))
        .hasSameSizeAs(value.getBytes(StandardCharsets.UTF_8));
    assertThat(hidden.codePoints().map(Character::getType).toArray())
        .isEqualTo(value.codePoints().map(Character::getType).toArray());
  }

  @Test
  void keepsEqualityWithoutCase() {
    String value = "Maria.Planted@Example.org";
    assertThat(mask.text(value)).isNotEqualTo(value);
    assertThat(mask.text(value).toLowerCase(Locale.ROOT))
        .isEqualTo(mask.text(value.toLowerCase(Locale.ROOT)));
  }

  @Test
  void dependsOnKey() {
    Mask other = new Mask("another key, as long".getBytes(StandardCharsets.UTF_8));
    assertThat(other.text("Maria Planted")).isNotEqualTo(mask.text("Maria Planted"));
  }

  @Test
  void keepsWhatTypesNeed() {
    assertThat(masked("integer", "117")).isEqualTo("117");
    assertThat(masked("timestamp(3) with time zone", "2026-01-01 00:00:00+00")).startsWith("2026");
    assertThat(masked("text", "2026-01-01T10:00:00.000Z")).isEqualTo("2026-01-01T10:00:00.000Z");
    assertThat(masked("uuid", "6b0a632a-646e-4a5b-8c9d-0e1f2a3b4c5d"))
        .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
        .isNotEqualTo("6b0a632a-646e-4a5b-8c9d-0e1f2a3b4c5d");
    assertThat(masked("bytea", "\\x00ff")).matches("\\\\x[0-9a-f]{4}").isNotEqualTo("\\x00ff");
    assertThat(masked("jsonb", "{\"name\": \"x\", \"n\": 1.10, \"on\": [true, null]}"))
        .matches("\\{\"name\":\"[a-z]\",\"n\":1.10,\"on\":\\[true,null\\]\\}");
    assertThat(mask.isJsonKey("name")).isTrue();
    assertThat(masked("character varying(9)[]", "{a,\"b,\\\"c\",NULL}"))
        .isEqualTo(
            "{\"%s\",\"%s\",NULL}"
                .formatted(mask.text("a"), mask.text("b,\"c").replace("\"", "\\\"")));
    assertThat(masked("integer[]", "{1,NULL}")).isEqualTo("{1,NULL}");
    assertThat(mask.of("xml")).isEmpty();
    mask.addEnum("kind");
    assertThat(masked("kind[]", "{paid}")).isEqualTo("{paid}");
  }

  @Test
  void masksRowsOfCopy() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream rows =
        new MaskedRows(
            out, List.of(mask.of("integer"), mask.of("text"), mask.of("inet"), mask.of("text")))) {
      byte[] bytes =
          "1\ta\\tb\\\\\t10.0.0.1\t\\N\n2\t\\\\N\t\\N\tx\n".getBytes(StandardCharsets.UTF_8);
      rows.write(bytes, 0, 5);
      rows.write(bytes, 5, bytes.length - 5);
    }
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "1\t%s\\t%s\\\\\t\\N\t\\N\n2\t\\\\%s\t\\N\t%s\n"
                .formatted(
                    mask.text("a"),
                    mask.text("a\tb").substring(2),
                    mask.text("N"),
                    mask.text("x")));
  }

  @Test
  void masksLiteralsButNoPartsOfQuery() {
    MaskedSql sql =
        new MaskedSql(
            mask,
            StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow());
    masked("jsonb", "{\"note\": 1}");
    assertThat(
            sql.literals(
                "SELECT doc->>'note', a at time zone 'UTC', B'01' FROM t"
                    + " WHERE a = 'Planted' AND b = '2'::integer AND c = $$Planted$$"))
        .isEqualTo(
            ("SELECT doc->>'note', a at time zone 'UTC', B'01' FROM t"
                    + " WHERE a = '%1$s' AND b = '2'::integer AND c = '%1$s'")
                .formatted(mask.text("Planted")));
    String text = "SELECT date_trunc($1, at) FROM t WHERE doc->>$2 = $3 AND x = $2";
    assertThat(sql.tuple(text, List.of("text", "text", "text"), List.of("day", "note", "day")))
        .containsExactly("day", mask.text("note"), mask.text("day"));
    assertThatThrownBy(() -> sql.tuple("SELECT $1", List.of("jsonpath"), List.of("$")))
        .hasMessage("has a value of the type jsonpath, which cannot be masked");
    assertThat(sql.reasonForOtherRows("x LIKE $1", List.of("text"), Set.of(List.of("%a"))))
        .contains("search inside of texts");
    assertThat(sql.reasonForOtherRows("x LIKE $1", List.of("text"), Set.of(List.of("a%"))))
        .isEmpty();
    assertThat(sql.reasonForOtherRows("x >= $1", List.of("text"), Set.of(List.of("a"))))
        .contains("order of texts");
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @DisabledOnOs(OS.WINDOWS)
  @CsvSource({
    "none, 32, rw-------, no such file; make a key",
    "key, 0, rw-------, 0 bytes; a key has 16 to",
    "key, 15, rw-------, 15 bytes; a key has 16 to",
    "key, 70000, rw-------, 'bytes; a key has 16 to 65,536'",
    "key, 32, rw----r--, others can read the key; run chmod 600",
    "key, 32, rw-r-----, others can read the key; run chmod 600",
    "., 32, rw-------, no such file; make a key",
  })
  void rejectsKeyInOneLine(String name, int bytes, String rights, String message)
      throws IOException {
    Path key = Files.write(directory.resolve("key"), new byte[bytes]);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(rights));
    Path file = directory.resolve(name);
    assertThatThrownBy(() -> Mask.read(file))
        .isInstanceOf(BadInputException.class)
        .message()
        .startsWith("--mask " + file + ": ")
        .contains(message)
        .doesNotContain("\n");
  }
}
