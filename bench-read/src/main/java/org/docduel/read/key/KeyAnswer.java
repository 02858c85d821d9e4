package org.docduel.read.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Projection;
import org.docduel.core.spi.Read;
import org.docduel.core.work.ContentCheck;

/**
 * The right answer to a query for a key, from the documents themselves. A store may give values in
 * any order, since none is asked for; in the order of the documents each is compared with its own
 * document's.
 */
final class KeyAnswer {
  private final List<Value> expected = new ArrayList<>();

  KeyAnswer(KeyAccessExperiment.Asked chosen) {
    long set = 0;
    for (long id = 0; id < chosen.rows(); id++) {
      Value value =
          chosen.path().in(chosen.documents().dataset().document(id).body()).orElse(NullValue.NULL);
      if (chosen.projection() instanceof Projection.ValueAt at) {
        expected.add(at.asText() ? text(value) : normal(value));
      } else if (value != NullValue.NULL) {
        set++;
      }
    }
    if (chosen.projection() instanceof Projection.CountAt) {
      expected.add(normal(new IntegerValue(set)));
    }
  }

  /** How many values there are. */
  long size() {
    return expected.size();
  }

  /** Runs the query and compares. */
  ContentCheck.Outcome check(Read read) {
    List<Value> received = new ArrayList<>(expected.size());
    read.values(value -> received.add(normal(value)));
    if (received.equals(expected)) {
      return outcome(true, expected.size() + " values, in the documents' order");
    }
    if (received.size() != expected.size()) {
      return outcome(false, received.size() + " values came where there are " + expected.size());
    }
    List<Value> sorted = sorted(received);
    List<Value> wanted = sorted(expected);
    for (int i = 0; i < sorted.size(); i++) {
      if (!sorted.get(i).equals(wanted.get(i))) {
        return outcome(
            false,
            "in sorted order value " + i + " is " + sorted.get(i) + ", not " + wanted.get(i));
      }
    }
    return outcome(true, expected.size() + " values, in another order than the documents'");
  }

  private static ContentCheck.Outcome outcome(boolean passed, String detail) {
    return new ContentCheck.Outcome(passed, detail);
  }

  private static List<Value> sorted(List<Value> values) {
    return values.stream().sorted(Comparator.comparing(Value::toString)).toList();
  }

  /** Numbers by value: a store may give a whole number as a decimal. */
  private static Value normal(Value value) {
    if (value instanceof IntegerValue number) {
      return new DecimalValue(BigDecimal.valueOf(number.value()));
    }
    return value instanceof DecimalValue number
        ? new DecimalValue(new BigDecimal(number.value().stripTrailingZeros().toPlainString()))
        : value;
  }

  private static Value text(Value value) {
    if (value instanceof BooleanValue truth) {
      return new StringValue(Boolean.toString(truth.value()));
    }
    return value instanceof IntegerValue number
        ? new StringValue(Long.toString(number.value()))
        : value;
  }
}
