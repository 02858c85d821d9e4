package org.docduel.core.files;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.model.Kind;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Shape;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/** Turns texts into what they say, where a shape has something else than a text. */
final class TypedTexts {
  private final Map<String, Kind> kinds = new HashMap<>();
  private final Map<String, TypedTexts> objects = new HashMap<>();

  TypedTexts(Shape shape) {
    for (Shape.Field field : shape.fields()) {
      if (field.object().isPresent()) {
        TypedTexts inside = new TypedTexts(field.object().get());
        if (!inside.isEmpty()) {
          objects.put(field.name(), inside);
        }
      } else if (field.kind() != Kind.TEXT && field.kind() != Kind.JSON) {
        kinds.put(field.name(), field.kind());
      }
    }
  }

  /** Whether no text is turned into anything. */
  private boolean isEmpty() {
    return kinds.isEmpty() && objects.isEmpty();
  }

  ObjectValue apply(ObjectValue object) {
    if (isEmpty()) {
      return object;
    }
    Value[] values = object.values().toArray(Value[]::new);
    for (int i = 0; i < values.length; i++) {
      String name = object.names().name(i);
      Kind kind = kinds.get(name);
      TypedTexts inside = objects.get(name);
      if (kind != null) {
        values[i] = convert(kind, values[i]);
      } else if (inside != null && values[i] instanceof ObjectValue child) {
        values[i] = inside.apply(child);
      }
    }
    return new ObjectValue(object.names(), List.of(values));
  }

  /** What a text says as one of a kind, where it says anything. */
  static Value convert(Kind kind, Value value) {
    return value instanceof StringValue text
        ? TextForms.parse(kind, text.value()).orElse(value)
        : value;
  }
}
