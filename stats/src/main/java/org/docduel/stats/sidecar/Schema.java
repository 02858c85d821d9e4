package org.docduel.stats.sidecar;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.JsonTree;

/**
 * Records as JSON and back: the components are the fields. Reading is lenient, since any harness
 * may write a sidecar: unknown fields are passed over, and what is absent or of another kind is
 * empty.
 */
final class Schema {
  static final String KIND = "kind";
  static final Map<String, Class<? extends Fact>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("store", Fact.StoreFact.class);
    KINDS.put("check", Fact.CheckFact.class);
    KINDS.put("plan", Fact.PlanFact.class);
    KINDS.put("question", Fact.QuestionFact.class);
    KINDS.put("workload", Fact.WorkloadFact.class);
    KINDS.put("explain", Fact.ExplainFact.class);
    KINDS.put("finding", Fact.FindingFact.class);
    KINDS.put("warm-up", Fact.WarmUpFact.class);
    KINDS.put("latencies", Fact.LatencyFact.class);
  }

  private Schema() {}

  /** The fields of a record, the kind of a fact first. */
  static Map<String, Object> fields(Object value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    KINDS.forEach((kind, type) -> {
      if (type == value.getClass()) {
        fields.put(KIND, kind);
      }
    });
    try {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        Object json = json(component.getAccessor().invoke(value));
        if (!json.equals(Optional.empty())) {
          fields.put(component.getName(), json);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(value.getClass() + " is no public record", e);
    }
    return fields;
  }

  private static Object json(Object value) {
    if (value instanceof Record) {
      return fields(value);
    }
    if (value instanceof Optional<?> optional) {
      return optional.<Object>map(Schema::json).orElse(Optional.empty());
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Schema::json).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> json = new LinkedHashMap<>();
      map.forEach((name, each) -> json.put(name, json(each)));
      return json;
    }
    boolean integral = value instanceof Double d && d == Math.rint(d) && Math.abs(d) < 1e15;
    return integral ? (Object) ((Double) value).longValue() : value;
  }

  /** Reads a record. */
  static <T> T read(Class<T> type, JsonTree tree) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType(), tree.get(components[i].getName()));
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is no public record", e);
    }
  }

  private static Object value(Type type, JsonTree tree) {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      if (generic.getRawType() == Map.class) {
        return of[1] == Double.class ? tree.numbers() : tree.flat();
      }
      if (generic.getRawType() == Optional.class) {
        return tree.isObject() ? Optional.of(value(of[0], tree)) : Optional.empty();
      }
      if (of[0] == Double.class) {
        return tree.elements().stream()
            .map(element -> element.number().orElse(Double.NaN))
            .toList();
      }
      return of[0] == String.class
          ? tree.texts()
          : tree.elements().stream().map(element -> value(of[0], element)).toList();
    }
    if (type == long.class) {
      return tree.number().map(Double::longValue).orElse(0L);
    }
    if (type == int.class || type == Integer.class) {
      return tree.number().map(Double::intValue).orElse(0);
    }
    if (type == double.class) {
      return tree.number().orElse(Double.NaN);
    }
    return type == String.class ? tree.text() : read((Class<?>) type, tree);
  }
}
