package org.docduel.core.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;

/** The way from the top of a document to a value in it: names of fields and positions in arrays. */
public record Path(List<Step> steps) {
  private static final Pattern STEP = Pattern.compile("\\[([0-9]{1,9})]|(\\.?)([^.\\[\\]]+)");

  public sealed interface Step permits Field, Element {}

  public record Field(String name) implements Step {}

  /** Into an array, to the element at an index from 0. */
  public record Element(int index) implements Step {
    public Element {
      if (index < 0) {
        throw new IllegalArgumentException("position " + index);
      }
    }
  }

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException when it is empty or begins with a position
   */
  public Path {
    steps = List.copyOf(steps);
    if (steps.isEmpty() || !(steps.get(0) instanceof Field)) {
      throw new IllegalArgumentException("a path begins with a field: " + steps);
    }
  }

  /** Through objects alone. Names may hold dots and brackets. */
  public static Path of(String... names) {
    return new Path(Arrays.stream(names).<Step>map(Field::new).toList());
  }

  /**
   * Reads a path such as {@code profile.score} or {@code friends[49].registered}.
   *
   * @throws BadInputException when the text is no path
   */
  public static Path parse(String text) {
    return parse("path '" + text + "'", text);
  }

  /** The same of what a refusal calls by another name, such as {@code -p key=profile.score}. */
  public static Path parse(String name, String text) {
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int end = 0;
    while (end < text.length()) {
      boolean next = step.find(end) && step.start() == end;
      if (!next || (step.group(1) == null && step.group(2).isEmpty() != steps.isEmpty())) {
        throw badInput(name, end);
      }
      steps.add(
          step.group(1) == null
              ? new Field(step.group(3))
              : new Element(Integer.parseInt(step.group(1))));
      end = step.end();
    }
    if (steps.isEmpty() || !(steps.get(0) instanceof Field)) {
      throw badInput(name, 0);
    }
    return new Path(steps);
  }

  private static BadInputException badInput(String name, int position) {
    return new BadInputException(
        "%s, character %d: a path is names parted by dots and positions in brackets, such as"
                .formatted(name, position + 1)
            + " profile.score or friends[49].registered");
  }

  /**
   * The value that it leads to.
   *
   * @return the value, or empty when a step leads nowhere: a field that is not there, an element
   *     beyond the array's end, a step into something that is neither object nor array
   */
  public Optional<Value> in(Value document) {
    Optional<Value> value = Optional.of(document);
    for (Step step : steps) {
      value = value.flatMap(here -> step(here, step));
    }
    return value;
  }

  private static Optional<Value> step(Value here, Step step) {
    if (step instanceof Field field) {
      return here instanceof ObjectValue object ? object.field(field.name()) : Optional.empty();
    }
    int index = ((Element) step).index();
    return here instanceof ArrayValue array && index < array.elements().size()
        ? Optional.of(array.elements().get(index))
        : Optional.empty();
  }

  /** Whether a name is itself in the dotted paths of query languages, and no operator. */
  public static boolean canHold(String name) {
    return !name.isEmpty() && !name.contains(".") && !name.startsWith("$");
  }

  /** The field at the top that it leads through. */
  public String top() {
    return ((Field) steps.get(0)).name();
  }

  /** The names of its steps from the top; empty when one is a position in an array. */
  public Optional<List<String>> names() {
    return steps.stream().allMatch(Field.class::isInstance)
        ? Optional.of(steps.stream().map(step -> ((Field) step).name()).toList())
        : Optional.empty();
  }

  /**
   * As MongoDB's query language has it: positions in arrays are names. A collection whose names it
   * {@linkplain #canHold cannot hold} is refused before.
   */
  public String dotted() {
    return steps.stream()
        .map(step -> step instanceof Field field ? field.name() : "" + ((Element) step).index())
        .collect(Collectors.joining("."));
  }

  /** As {@link #parse} reads it, unless a name holds dots or brackets. */
  @Override
  public String toString() {
    return steps.stream()
        .map(step ->
            step instanceof Field field ? "." + field.name() : "[" + ((Element) step).index() + "]")
        .collect(Collectors.joining())
        .substring(1);
  }
}
