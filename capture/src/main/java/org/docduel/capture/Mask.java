package org.docduel.capture;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.docduel.core.config.BadInputException;

/**
 * Replaces each letter and digit of a text by another of its class: a to z, A to Z, 0 to 9, and for
 * other scripts the letters of one kind among 64 neighbours. How far it moves within its class
 * depends on a key and on the characters before it, in small letters. So a text depends on itself
 * alone: equal texts stay equal, different ones different; lengths, common beginnings and the case
 * of a to z are kept. Texts in the form of a date stay, as dates do; UUIDs stay UUIDs.
 */
final class Mask {
  private static final int MIN_KEY = 16;
  private static final int MAX_KEY = 64 * 1024;
  private static final int MAX_JSON_KEYS = 100_000;
  private static final int BLOCK = 16;

  private static final Set<String> TEXTS =
      Set.of("text", "character varying", "character", "bpchar", "\"char\"", "name", "citext");

  /** Numbers, dates and names in the catalog, whose values stay. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "bool|boolean|smallint|integer|bigint|numeric|real|double precision|money|oid|bit|bit varying"
              + "|date|interval|time(?:stamp)?(?:tz| with(?:out)? time zone)?"
              + "|(?:int4|int8|num|ts|tstz|date)(?:multi)?range"
              + "|point|line|lseg|box|path|polygon|circle|regconfig|regclass|regtype");

  private static final Pattern SIZE = Pattern.compile("\\([0-9, -]+\\)");

  /** Closed under masking: what has another form never gets this one. */
  private static final Pattern DATE =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}(?:-[0-9]{2}(?:[ A-Z][0-9:.]{5,15}(?:[A-Z]| ?[+-][0-9:]{2,6})?)?)?%?");

  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(100_000)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(100_000).build())
          .build();

  private static final IvParameterSpec START = new IvParameterSpec(new byte[BLOCK]);

  private final SecretKeySpec key;
  private final Cipher cipher;
  private final byte[] block = new byte[BLOCK];
  private final byte[] state = new byte[BLOCK];
  private final Map<Integer, int[]> classes = new HashMap<>();
  private final Set<String> enums = new HashSet<>();
  private final Set<String> jsonKeys = new HashSet<>();

  Mask(byte[] secret) {
    try {
      key = new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(secret), "AES");
      cipher = Cipher.getInstance("AES/CBC/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * With the bytes of a file as its key.
   *
   * @throws BadInputException when it is missing, too short or too long, or others can read it
   */
  static Mask read(Path file) {
    BadInputException.require(
        Files.isRegularFile(file),
        "--mask %1$s: no such file; make a key: (umask 077; head -c 32 /dev/urandom > %1$s)",
        file);
    try {
      boolean isPrivate =
          !Files.getFileStore(file).supportsFileAttributeView("posix")
              || Files.getPosixFilePermissions(file).stream()
                  .map(PosixFilePermission::name)
                  .allMatch(right -> right.startsWith("OWNER_"));
      BadInputException.require(
          isPrivate, "--mask %1$s: others can read the key; run chmod 600 %1$s", file);
      long size = Files.size(file);
      BadInputException.require(
          size >= MIN_KEY && size <= MAX_KEY,
          "--mask %1$s: %2$,d bytes; a key has %3$d to %4$,d: head -c 32 /dev/urandom > %1$s",
          file,
          size,
          MIN_KEY,
          MAX_KEY);
      return new Mask(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new BadInputException(
          "--mask " + file + ": cannot be read: " + BadInputException.reason(e), e);
    }
  }

  /** Names of types whose values are names themselves, and stay. */
  void addEnum(String type) {
    enums.add(type);
  }

  /** Whether a document that was masked has it as a key, which stays. */
  boolean isJsonKey(String name) {
    return jsonKeys.contains(name);
  }

  /** How values of a type are masked; empty for a type whose values cannot be. */
  Optional<UnaryOperator<String>> of(String type) {
    if (stays(type)) {
      return Optional.of(UnaryOperator.identity());
    }
    if (type.endsWith("[]")) {
      return of(element(type)).map(masking -> value -> array(value, masking));
    }
    String name = SIZE.matcher(type).replaceAll("");
    if (TEXTS.contains(name)) {
      return Optional.of(this::text);
    }
    return switch (name) {
      case "json", "jsonb" -> Optional.of(this::json);
      case "uuid", "bytea" -> Optional.of(this::hexadecimal);
      default -> Optional.empty();
    };
  }

  /** Whether values of a type, or of arrays of it, are not masked. */
  boolean stays(String type) {
    String name = SIZE.matcher(element(type)).replaceAll("");
    return PLAIN.matcher(name).matches() || enums.contains(name);
  }

  private static String element(String type) {
    return type.endsWith("[]") ? type.substring(0, type.length() - 2) : type;
  }

  String text(String value) {
    if (DATE.matcher(value).matches()) {
      return value;
    }
    if (UUID.matcher(value).matches()) {
      return hexadecimal(value);
    }
    StringBuilder masked = new StringBuilder(value.length());
    begin();
    value
        .codePoints()
        .forEachOrdered(sign -> {
          masked.appendCodePoint(replacement(sign));
          if (sign != '\\') { // LIKE's escapes change no beginning
            absorb(Character.toLowerCase(sign));
          }
        });
    return masked.toString();
  }

  private int replacement(int sign) {
    if (sign >= '0' && sign <= '9') {
      return '0' + (sign - '0' + shift(10)) % 10;
    }
    if (sign >= 'a' && sign <= 'z') {
      return 'a' + (sign - 'a' + shift(26)) % 26;
    }
    if (sign >= 'A' && sign <= 'Z') {
      return 'A' + (sign - 'A' + shift(26)) % 26;
    }
    if (sign < 0x80 || !Character.isLetterOrDigit(sign)) {
      return sign;
    }
    int[] members = classes.computeIfAbsent(sign, Mask::neighbours);
    return members[(Arrays.binarySearch(members, sign) + shift(members.length)) % members.length];
  }

  /** Those of one kind whose UTF-8 differs in its last byte alone. */
  private static int[] neighbours(int sign) {
    return IntStream.rangeClosed(sign & ~0x3f, sign | 0x3f)
        .filter(each -> Character.getType(each) == Character.getType(sign))
        .toArray();
  }

  /** A UUID, or bytes as {@code \x00ff}. */
  private String hexadecimal(String value) {
    StringBuilder masked = new StringBuilder(value.length());
    begin();
    value
        .toLowerCase(Locale.ROOT)
        .chars()
        .forEachOrdered(sign -> {
          int digit = Character.digit(sign, 16);
          masked.append(digit < 0 ? (char) sign : Character.forDigit((digit + shift(16)) % 16, 16));
          absorb(sign);
        });
    return masked.toString();
  }

  /** The strings of a document. Keys, numbers and the rest stay. */
  private String json(String document) {
    StringWriter masked = new StringWriter(document.length());
    try (JsonParser parser = JSON.createParser(document);
        JsonGenerator generator = JSON.createGenerator(masked)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          generator.writeString(text(parser.getText()));
        } else if (token.isNumeric()) {
          generator.writeNumber(parser.getText());
        } else {
          if (token == JsonToken.FIELD_NAME && jsonKeys.size() < MAX_JSON_KEYS) {
            jsonKeys.add(parser.currentName());
          }
          generator.copyCurrentEvent(parser);
        }
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException("has a document that cannot be read", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return masked.toString();
  }

  /** The elements of an array as PostgreSQL writes it: {@code {a,"b,c",NULL}}. */
  private static String array(String value, UnaryOperator<String> element) {
    StringBuilder masked = new StringBuilder();
    int at = Math.max(0, value.indexOf('{'));
    masked.append(value, 0, at); // the bounds
    while (at < value.length()) {
      char sign = value.charAt(at);
      if (sign == '{' || sign == '}' || sign == ',') {
        masked.append(sign);
        at++;
        continue;
      }
      boolean isQuoted = sign == '"';
      StringBuilder text = new StringBuilder();
      at += isQuoted ? 1 : 0;
      while (at < value.length()
          && !(isQuoted ? "\"" : ",}").contains(value.substring(at, at + 1))) {
        at += value.charAt(at) == '\\' && at + 1 < value.length() ? 1 : 0;
        text.append(value.charAt(at++));
      }
      at += isQuoted ? 1 : 0;
      if (!isQuoted && text.toString().strip().equalsIgnoreCase("null")) {
        masked.append(text);
      } else {
        String replaced = element.apply(text.toString());
        masked.append('"').append(replaced.replaceAll("[\\\\\"]", "\\\\$0")).append('"');
      }
    }
    return masked.toString();
  }

  /** CBC's chain from a fixed start: after each character a state that depends on all before. */
  private void begin() {
    try {
      cipher.init(Cipher.ENCRYPT_MODE, key, START);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    absorb(-1);
  }

  private void absorb(int sign) {
    ByteBuffer.wrap(block).putInt(0, sign);
    try {
      cipher.update(block, 0, BLOCK, state, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private int shift(int size) {
    return (int) Long.remainderUnsigned(ByteBuffer.wrap(state).getLong(0), size);
  }
}
