package org.docduel.stats.report.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value that is asked leniently: what is absent or of another kind is empty. A harness may
 * leave out and add what it likes.
 *
 * @param value a map, a list, a string, a number, a boolean or null
 */
public record Tree(@Nullable Object value) {

  /** The value of a field; an empty tree when there is none. */
  public Tree get(String field) {
    return new Tree(value instanceof Map<?, ?> map ? map.get(field) : null);
  }

  /** The elements of an array. */
  public List<Tree> elements() {
    return value instanceof List<?> list ? list.stream().<Tree>map(Tree::new).toList() : List.of();
  }

  /** The text of a scalar; empty for anything else. */
  public String text() {
    return value instanceof Map || value instanceof List || value == null ? "" : value.toString();
  }

  /** The number; nothing for anything else. */
  public Optional<Double> number() {
    return value instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
  }

  /** The texts of an array of scalars. */
  public List<String> texts() {
    return elements().stream().map(Tree::text).filter(text -> !text.isEmpty()).toList();
  }

  /** The fields of an object; nested objects become dotted names, arrays their texts. */
  public Map<String, String> flat() {
    Map<String, String> texts = new LinkedHashMap<>();
    flatten("", texts);
    return texts;
  }

  /** The fields of an object that are numbers. */
  public Map<String, Double> numbers() {
    Map<String, Double> numbers = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) ->
          new Tree(field).number().ifPresent(number -> numbers.put(String.valueOf(name), number)));
    }
    return numbers;
  }

  private void flatten(String prefix, Map<String, String> texts) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) ->
          new Tree(field).flatten(prefix.isEmpty() ? name.toString() : prefix + "." + name, texts));
    } else if (value instanceof List && !prefix.isEmpty()) {
      texts.put(prefix, String.join(" ", texts()));
    } else if (value != null && !prefix.isEmpty()) {
      texts.put(prefix, value.toString());
    }
  }
}
