package org.docduel.core.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.Reads;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.Session;

/** One connection and its roles. */
final class PostgresSession implements Session {
  private final Connection connection;
  private final Connections others;
  private final StoreConfig config;
  private final Function<Collection, Table> tables;
  private final SqlErrors errors;

  PostgresSession(
      Connection connection,
      Connections others,
      StoreConfig config,
      Function<Collection, Table> tables,
      SqlErrors errors) {
    this.connection = connection;
    this.others = others;
    this.config = config;
    this.tables = tables;
    this.errors = errors;
  }

  @Override
  public Inserts inserts(Collection collection) {
    try {
      BatchSender sender = InsertPaths.open(connection, tables.apply(collection), config.path());
      return batch -> {
        try {
          sender.send(batch);
        } catch (RejectedDocumentException e) {
          throw errors.named(e);
        } catch (SQLException e) {
          throw errors.ofDocuments("inserting into " + collection.name(), e);
        }
      };
    } catch (SQLException e) {
      throw errors.of("preparing inserts into " + collection.name(), e);
    }
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    try {
      return new PostgresIngestion(
          connection, others, tables.apply(collection), config.durability(), errors);
    } catch (SQLException e) {
      throw errors.of("preparing to load " + collection.name(), e);
    }
  }

  @Override
  public Reads reads(Collection collection) {
    try {
      return new PostgresReads(connection, tables.apply(collection), errors);
    } catch (SQLException e) {
      throw errors.of("preparing to read " + collection.name(), e);
    }
  }

  @Override
  public ContentReader reader(Collection collection) {
    try {
      return new PostgresReader(connection, tables.apply(collection), errors);
    } catch (SQLException e) {
      throw errors.of("preparing to read " + collection.name(), e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw errors.of("closing a connection", e);
    }
  }
}
