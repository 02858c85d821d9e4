package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;

/**
 * The facts of the four linked {@linkplain CustomerDocuments customer collections} as one: each
 * customer holds the contacts, devices and interactions that link to it, in the order of their
 * numbers, which they have as {@code id}.
 */
final class EmbeddedCustomers implements Dataset {
  private static final List<String> FIELDS = List.of("contacts", "devices", "interactions");

  private final Dataset customers;
  private final List<Children> children;
  private final FieldNames names;

  /**
   * As many of each collection as there are customers.
   *
   * @param rows from 1
   */
  EmbeddedCustomers(long seed, long rows) {
    customers = CustomerDocuments.customers(seed);
    children =
        Stream.of(
                CustomerDocuments.contacts(seed, rows),
                CustomerDocuments.devices(seed, rows),
                CustomerDocuments.interactions(seed, rows))
            .map(linked -> new Children(linked, rows))
            .toList();
    names =
        FieldNames.of(
            Stream.concat(customers.document(0).body().names().asList().stream(), FIELDS.stream())
                .toList());
  }

  @Override
  public String name() {
    return "customer-embedded";
  }

  @Override
  public Document document(long index) {
    List<Value> values = new ArrayList<>(customers.document(index).body().values());
    children.forEach(each -> values.add(new ArrayValue(each.of(index))));
    return new Document(index, new ObjectValue(names, values));
  }

  /**
   * The documents of a linked collection by their customer. Customers are in blocks, since a place
   * for each of them would take as much memory as the numbers themselves, 4 bytes a document.
   */
  private static final class Children {
    private static final int BLOCK = 16;

    private final Dataset linked;
    private final LongUnaryOperator customerOf;
    private final int rows;
    private final FieldNames names;

    /** The numbers of all documents, by the block of their customer and then by their number. */
    private int[] numbers = {};

    /** Where each block begins, and where the last one ends. */
    private int[] starts = {};

    Children(CustomerDocuments.Linked linked, long rows) {
      this.linked = linked;
      this.customerOf = linked.customerOf();
      this.rows = Math.toIntExact(rows);
      List<String> fields = new ArrayList<>(linked.document(0).body().names().asList());
      fields.set(0, "id"); // in place of the customer's number
      names = FieldNames.of(fields);
    }

    List<Value> of(long customer) {
      sort();
      int block = (int) (customer / BLOCK);
      List<Value> found = new ArrayList<>();
      for (int i = starts[block]; i < starts[block + 1]; i++) {
        int number = numbers[i];
        if (customerOf.applyAsLong(number) == customer) {
          List<Value> values = new ArrayList<>(linked.document(number).body().values());
          values.set(0, new IntegerValue(number));
          found.add(new ObjectValue(names, values));
        }
      }
      return found;
    }

    /** Once, at the first use: many datasets are made only for their first document's shape. */
    private synchronized void sort() {
      if (starts.length > 0) {
        return;
      }
      int[] ends = new int[(rows - 1) / BLOCK + 2];
      for (int number = 0; number < rows; number++) {
        ends[block(number) + 1]++;
      }
      for (int block = 1; block < ends.length; block++) {
        ends[block] += ends[block - 1];
      }
      int[] next = ends.clone();
      int[] sorted = new int[rows];
      for (int number = 0; number < rows; number++) {
        sorted[next[block(number)]++] = number;
      }
      numbers = sorted;
      starts = ends;
    }

    private int block(int number) {
      return (int) (customerOf.applyAsLong(number) / BLOCK);
    }
  }
}
