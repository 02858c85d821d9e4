package org.docduel.core.files;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.FieldProfile.Seen;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Shape.Missing;

/**
 * Chooses columns for what was seen. Objects become their fields, lists of one kind of scalars
 * lists; everything else stays as it is, in one column of JSON. A choice that a person made is
 * checked against what was seen.
 */
final class Inference {
  /** What a text may be taken for, where a person chooses it. */
  private static final Set<Kind> FORMS =
      Set.of(Kind.INTEGER, Kind.DECIMAL, Kind.BOOLEAN, Kind.TIMESTAMP);

  private final DocumentFile file;
  private final long documents;
  private final Map<String, Kind> choices;
  private final Set<String> unused;
  private final List<Leaf> leaves = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Shape shape;

  Inference(DocumentFile file, FieldProfile documents, Map<String, Kind> choices) {
    this.file = file;
    this.documents = documents.count();
    this.choices = choices;
    this.unused = new HashSet<>(choices.keySet());
    this.shape = shape(documents, List.of());
    for (String path : unused) {
      throw new BadInputException(
          file.path() + ": columns name '" + path + "', and no document has such a field");
    }
  }

  Shape shape() {
    return shape;
  }

  List<Leaf> leaves() {
    return List.copyOf(leaves);
  }

  /** What typed columns do not tell apart. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  private Shape shape(FieldProfile object, List<String> parent) {
    List<Shape.Field> fields = new ArrayList<>();
    object
        .fields()
        .forEach((name, profile) -> {
          List<String> names = new ArrayList<>(parent);
          names.add(name);
          long absent = object.count(Seen.OBJECT) - profile.count();
          fields.add(field(name, profile, names, absent));
        });
    return new Shape(fields);
  }

  private Shape.Field field(String name, FieldProfile profile, List<String> names, long absent) {
    long nulls = profile.count(Seen.NULL);
    Missing missing = nulls > 0 ? Missing.NULL : absent > 0 ? Missing.ABSENT : Missing.NEVER;
    String path = Leaf.path(names);
    unused.remove(path);
    Kind kind = kind(profile, path, absent + nulls > 0);
    if (nulls > 0 && absent > 0) {
      notes.add(
          "%s is null in %d documents and absent in %d; typed columns hold both as NULL"
              .formatted(path, nulls, absent));
    }
    if (kind == Kind.OBJECT) {
      return new Shape.Field(name, kind, missing, Optional.of(shape(profile, names)));
    }
    boolean scalar = profile.count(Seen.OBJECT) + profile.count(Seen.LIST) == 0;
    leaves.add(
        new Leaf(
            names,
            kind,
            found(profile, absent),
            documents - profile.count() + nulls,
            scalar ? profile.different() : Optional.empty(),
            scalar
                ? profile.mostFrequent().map(value -> TypedTexts.convert(kind, value))
                : Optional.empty(),
            Math.max(
                profile.longestText(),
                profile.elements().map(FieldProfile::longestText).orElse(0))));
    return new Shape.Field(name, kind, missing, Optional.empty());
  }

  private Kind kind(FieldProfile profile, String path, boolean mayMiss) {
    Kind chosen = choices.get(path);
    if (chosen == null) {
      return inferred(profile, mayMiss);
    }
    Optional<FieldProfile.Misfit> text =
        FORMS.contains(chosen) ? profile.firstOtherForm(chosen) : Optional.empty();
    long other = firstThatDoesNotFit(profile, chosen);
    long line = first(other, text.map(FieldProfile.Misfit::line).orElse(0L));
    if (line > 0) {
      String value =
          text.filter(one -> one.line() == line)
              .map(one -> " ('" + shown(one.text()) + "')")
              .orElse("");
      throw DocumentFile.problem(
          file.path(),
          line,
          "%s%s is no %s, which its column was chosen to be; mend the value, or choose %s"
              .formatted(path, value, chosen.label(), inferred(profile, mayMiss).label()));
    }
    return chosen;
  }

  private static String shown(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }

  private Kind inferred(FieldProfile profile, boolean mayMiss) {
    if (profile.isOnly(Seen.OBJECT)) {
      // Where the object may be missing, columns without a value must mean that it is.
      boolean told = !mayMiss || profile.blankObjects() == 0;
      return told && !profile.hasManyNames() && !profile.fields().isEmpty()
          ? Kind.OBJECT
          : Kind.JSON;
    } else if (profile.isOnly(Seen.LIST)) {
      return list(profile.elements().orElseThrow());
    } else if (profile.isOnly(Seen.TEXT)) {
      return text(profile);
    }
    return number(profile, Kind.INTEGER, Kind.DECIMAL, Kind.BOOLEAN);
  }

  private static Kind list(FieldProfile elements) {
    return elements.count() == 0 || elements.isOnly(Seen.TEXT)
        ? Kind.TEXTS
        : number(elements, Kind.INTEGERS, Kind.DECIMALS, Kind.BOOLEANS);
  }

  private static Kind number(FieldProfile profile, Kind integer, Kind decimal, Kind truth) {
    if (profile.isOnly(Seen.INTEGER)) {
      return integer;
    } else if (profile.isOnly(Seen.INTEGER, Seen.DECIMAL)) {
      return decimal;
    }
    return profile.isOnly(Seen.BOOLEAN) ? truth : Kind.JSON;
  }

  private Kind text(FieldProfile profile) {
    if (file.isCsv()) {
      for (Kind kind : List.of(Kind.INTEGER, Kind.DECIMAL, Kind.BOOLEAN)) {
        if (profile.isAll(kind)) {
          return kind;
        }
      }
    }
    return profile.hasExactTimestamps() ? Kind.TIMESTAMP : Kind.TEXT;
  }

  /** The line of the first value of another type; 0 when there is none. Texts are looked into. */
  private long firstThatDoesNotFit(FieldProfile profile, Kind kind) {
    return switch (kind) {
      case JSON -> file.isCsv() ? 1 : 0;
      case TEXT, TIMESTAMP -> firstBut(profile, Seen.TEXT);
      case INTEGER -> firstBut(profile, Seen.INTEGER, Seen.TEXT);
      case BOOLEAN -> firstBut(profile, Seen.BOOLEAN, Seen.TEXT);
      case DECIMAL -> firstBut(profile, Seen.INTEGER, Seen.DECIMAL, Seen.TEXT);
      case TEXTS -> firstElementBut(profile, Seen.TEXT);
      case INTEGERS -> firstElementBut(profile, Seen.INTEGER);
      case DECIMALS -> firstElementBut(profile, Seen.INTEGER, Seen.DECIMAL);
      case BOOLEANS -> firstElementBut(profile, Seen.BOOLEAN);
      case OBJECT, BINARY -> 1;
    };
  }

  private static long firstElementBut(FieldProfile profile, Seen... kinds) {
    return first(
        firstBut(profile, Seen.LIST),
        profile.elements().map(elements -> firstBut(elements, kinds)).orElse(0L));
  }

  private static long firstBut(FieldProfile profile, Seen... kinds) {
    Set<Seen> accepted = Set.of(kinds);
    return Arrays.stream(Seen.values())
        .filter(seen -> seen != Seen.NULL && !accepted.contains(seen))
        .mapToLong(profile::firstLine)
        .reduce(0, Inference::first);
  }

  private static long first(long one, long other) {
    return one == 0 || other == 0 ? one + other : Math.min(one, other);
  }

  private String found(FieldProfile profile, long absent) {
    List<String> parts = new ArrayList<>();
    for (Seen seen : Seen.values()) {
      if (profile.count(seen) > 0) {
        parts.add(seen.name().toLowerCase(Locale.ROOT) + " in " + profile.count(seen));
      }
    }
    if (absent > 0) {
      parts.add("absent in " + absent);
    }
    if (profile.isOnly(Seen.TEXT, Seen.INTEGER, Seen.DECIMAL, Seen.BOOLEAN)) {
      parts.add(
          profile
              .different()
              .map(count -> count + " different")
              .orElse("more than " + FieldProfile.MAX_DIFFERENT + " different"));
    }
    if (profile.longestText() > 0) {
      parts.add("longest " + profile.longestText());
    }
    if (profile.isOnly(Seen.TEXT)) {
      if (profile.isAll(Kind.TIMESTAMP) && !profile.hasExactTimestamps()) {
        parts.add("timestamp would hold them as instants, in UTC where they have no offset");
      } else if (!file.isCsv() && profile.isAll(Kind.DECIMAL)) {
        parts.add(
            (profile.isAll(Kind.INTEGER) ? "integer" : "decimal") + " would hold them as numbers");
      }
    }
    return String.join(", ", parts);
  }
}
