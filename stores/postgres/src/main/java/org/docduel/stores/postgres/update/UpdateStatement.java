package org.docduel.stores.postgres.update;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.core.query.UpdateSpec;
import org.docduel.stores.jdbc.JdbcUpdates;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.layout.Distribution;
import org.docduel.stores.postgres.layout.Layout;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters.Placement;
import org.docduel.stores.postgres.sql.BinaryParameter;

/** The statement of an update and its parameters. For one thread. */
public final class UpdateStatement implements JdbcUpdates.Statement {
  /** Sets the parameters for the new value; the result is the first one after them. */
  @FunctionalInterface
  private interface Binder {
    int bind(PreparedStatement statement, long key, long value) throws SQLException;
  }

  private final String sql;
  private final Binder binder;
  private final Optional<String> finding;

  private UpdateStatement(String sql, Binder binder, Optional<String> finding) {
    this.sql = sql;
    this.binder = binder;
    this.finding = finding;
  }

  /**
   * Compiles an update.
   *
   * @throws UnsupportedOperationException when the layout has no such statement
   */
  public static UpdateStatement of(Table table, UpdateSpec spec) {
    Layout layout = table.layout();
    String key = table.key(spec.key());
    if (spec.kind() == UpdateKind.REPLACE) {
      String all =
          layout.columns().stream()
              .map(column -> column.quoted() + " = ?")
              .collect(Collectors.joining(", "));
      return new UpdateStatement(
          table.update(all, key), wholeDocument(layout, spec), allShards(table, spec, key));
    }
    return new UpdateStatement(
        table.update(layout.assignment(spec), key),
        (statement, ignored, value) -> {
          statement.setLong(1, value);
          return 2;
        },
        allShards(table, spec, key));
  }

  private static Optional<String> allShards(Table table, UpdateSpec spec, String key) {
    Distribution distribution = table.distribution();
    boolean all =
        distribution.placement() == Placement.DISTRIBUTED
            && !key.equals(Sql.identifier(distribution.column()));
    return all
        ? Optional.of(
            "updates of "
                + table.plainName()
                + " go to all shards, in two-phase commit: they find documents by "
                + spec.key()
                + ", and the shard key is "
                + distribution.column())
        : Optional.empty();
  }

  /**
   * Whether each update goes to every shard of the table.
   *
   * @return the finding, or empty when it goes to one
   */
  public Optional<String> goesToAllShards() {
    return finding;
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public long run(PreparedStatement statement, long key, long value) throws SQLException {
    int last = binder.bind(statement, key, value);
    statement.setLong(last, key);
    return statement.executeLargeUpdate();
  }

  private static Binder wholeDocument(Layout layout, UpdateSpec spec) {
    RowEncoder encoder = new RowEncoder(layout);
    WireBuffer buffer = new WireBuffer();
    BinaryParameter parameter = new BinaryParameter(buffer);
    return (statement, key, value) -> {
      encoder.row(new Document(key, spec.replacement().document(key, value)));
      for (int column = 1; column < encoder.columns(); column++) {
        buffer.clear();
        if (encoder.write(column, buffer)) {
          String type = layout.columns().get(column - 1).type().wire().typeName();
          parameter.bind(statement, column, type);
        } else {
          BinaryParameter.bindNull(statement, column);
        }
      }
      return encoder.columns();
    };
  }
}
