package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.parameter.PostgresParameters.Placement;

/**
 * Where a table's rows lie in a cluster.
 *
 * @param placement on one node, on all in shards, or on all in copies
 * @param column the column whose hash chooses the shard, not quoted
 */
public record Distribution(Placement placement, String column) {
  /** The primary key, by which a table is distributed unless another column is named. */
  public static final String ID = "id";

  /** On one node. */
  public static final Distribution SINGLE = new Distribution(Placement.SINGLE, ID);

  /**
   * Finds the column of a shard key.
   *
   * @param placement where rows lie
   * @param shardKey {@code id}, or a field as its path with dots
   * @param layout the table's columns
   * @return the distribution
   * @throws StoreException when the field has no column; the message begins with the parameter
   */
  public static Distribution of(Placement placement, String shardKey, Layout layout) {
    if (placement != Placement.DISTRIBUTED || shardKey.equals(ID)) {
      return new Distribution(placement, ID);
    }
    String column = Column.name(Arrays.asList(shardKey.split("\\.", -1)));
    List<String> names = layout.columns().stream().map(Column::name).toList();
    if (!names.contains(column)) {
      throw new StoreException(
          "shardkey="
              + shardKey
              + ": the table's columns are id, "
              + String.join(", ", names)
              + "; take one of them, or put the key into a column (key=column)");
    }
    return new Distribution(placement, column);
  }

  /** Whether the rows are in shards or copies. */
  public boolean isDistributed() {
    return placement != Placement.SINGLE;
  }

  /** A unique index of a distributed table must contain the column that it is distributed by. */
  String primaryKey() {
    List<String> columns = new ArrayList<>(List.of(ID));
    if (!column.equals(ID)) {
      columns.add(Sql.identifier(column));
    }
    return "PRIMARY KEY (" + String.join(", ", columns) + ")";
  }

  /** Distributes an empty table; nothing for one that stays where it is. */
  Optional<String> statement(String table) {
    return switch (placement) {
      case SINGLE -> Optional.empty();
      case DISTRIBUTED ->
          Optional.of(
              "SELECT create_distributed_table("
                  + Sql.literal(table)
                  + ", "
                  + Sql.literal(column)
                  + ")");
      case REFERENCE -> Optional.of("SELECT create_reference_table(" + Sql.literal(table) + ")");
    };
  }
}
