package org.docduel.stats.jmh;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value that is asked leniently: what is absent or of another kind is empty, so that a
 * writer may leave fields out and add its own.
 *
 * @param value a map, a list, a string, a number, a boolean or null
 */
public record JsonTree(@Nullable Object value) {
  private static final Pattern PLAIN =
      Pattern.compile(
          "Duplicate field '.*'|Unexpected character \\('.' \\(code [^)]*\\)\\)|Unrecognized token '[^']*'");

  private static final JSON PRETTY =
      JSON.std
          .with(JSON.Feature.WRITE_NULL_PROPERTIES)
          .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  /**
   * Reads a document.
   *
   * @param name what a message calls the document
   * @throws BadInputException if the text is not JSON
   */
  public static JsonTree parse(String name, String text) {
    try {
      return new JsonTree(JSON.std.anyFrom(text));
    } catch (IOException e) {
      throw new BadInputException(
          name + ": not JSON" + (e instanceof JsonProcessingException json ? reason(json) : ""), e);
    }
  }

  /**
   * What a parser found, in parentheses, where it is of use to a file's owner: what else could have
   * stood there, and the parser's switches and limits, are not.
   */
  static String reason(JsonProcessingException e) {
    Matcher found = PLAIN.matcher(String.valueOf(e.getOriginalMessage()));
    return found.lookingAt() ? " (" + found.group() + ")" : "";
  }

  /**
   * The text of a file, without the mark that some programs begin UTF-8 with.
   *
   * @throws BadInputException if it cannot be read
   */
  public static String text(Path file) {
    try {
      String text = Files.readString(file);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Says why a file cannot be read. */
  static BadInputException unreadable(Path file, IOException e) {
    String problem =
        e instanceof NoSuchFileException
            ? "no such file"
            : Files.isDirectory(file)
                ? "is a directory, not a file"
                : e instanceof MalformedInputException
                    ? "is not text in UTF-8"
                    : "cannot be read (%s); check its permissions"
                        .formatted(
                            e instanceof AccessDeniedException ? "access denied" : e.getMessage());
    return new BadInputException(file + ": " + problem, e);
  }

  /** Writes maps, lists and scalars as indented JSON; numbers that are not finite as strings. */
  public static String write(Object value) {
    try {
      return PRETTY.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string takes everything
    }
  }

  /** Whether this is an object. */
  public boolean isObject() {
    return value instanceof Map;
  }

  /** Whether this is an array. */
  public boolean isArray() {
    return value instanceof List;
  }

  /** The fields of an object, in order; none of anything else. */
  public Map<String, JsonTree> fields() {
    Map<String, JsonTree> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) -> fields.put(String.valueOf(name), new JsonTree(field)));
    }
    return fields;
  }

  /** The value of a field; an empty tree when there is none. */
  public JsonTree get(String field) {
    return new JsonTree(value instanceof Map<?, ?> map ? map.get(field) : null);
  }

  /** The elements of an array; none for anything else. */
  public List<JsonTree> elements() {
    return value instanceof List<?> list
        ? list.stream().<JsonTree>map(JsonTree::new).toList()
        : List.of();
  }

  /** The text of a scalar; empty for anything else. */
  public String text() {
    return isObject() || isArray() || value == null ? "" : value.toString();
  }

  /** The number; nothing for anything else. */
  public Optional<Double> number() {
    return value instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
  }

  /** The texts of an array of scalars, without the empty ones. */
  public List<String> texts() {
    return elements().stream().map(JsonTree::text).filter(text -> !text.isEmpty()).toList();
  }

  /** The fields of an object as texts; nested objects get dotted names, arrays become one text. */
  public Map<String, String> flat() {
    Map<String, String> texts = new LinkedHashMap<>();
    flatten("", texts);
    return texts;
  }

  private void flatten(String prefix, Map<String, String> texts) {
    if (isObject()) {
      fields()
          .forEach(
              (name, field) -> field.flatten(prefix.isEmpty() ? name : prefix + "." + name, texts));
    } else if (value != null && !prefix.isEmpty()) {
      texts.put(prefix, isArray() ? String.join(" ", texts()) : value.toString());
    }
  }

  /** The fields of an object that are numbers. */
  public Map<String, Double> numbers() {
    Map<String, Double> numbers = new LinkedHashMap<>();
    fields().forEach((name, field) -> field.number().ifPresent(n -> numbers.put(name, n)));
    return numbers;
  }
}
