package org.docduel.stores.oracle;

import java.util.Locale;
import org.docduel.core.spi.Collection;
import org.docduel.stores.oracle.server.OracleWorkspace;

/**
 * The statements on one JSON collection table. It has one column, {@code DATA}, whose {@code _id}
 * is unique (CREATE JSON COLLECTION TABLE, SQL Language Reference 23ai; JSON Collections, JSON
 * Developer's Guide 23ai).
 *
 * @param name the table's, not quoted, so that the dictionary has it in capitals
 */
record Table(String name) {
  static Table of(Collection collection) {
    return new Table(OracleWorkspace.PREFIX + collection.name());
  }

  /** As the dictionary has it. */
  String catalogName() {
    return name.toUpperCase(Locale.ROOT);
  }

  String create() {
    return "CREATE JSON COLLECTION TABLE " + name;
  }

  /**
   * DROP TABLE, SQL Language Reference 23ai; without PURGE the space stays taken. IF EXISTS is new
   * in 23ai; Oracle's own page of it was not at hand, others show this form.
   */
  String drop() {
    return "DROP TABLE IF EXISTS " + name + " PURGE";
  }

  /** COMMENT, SQL Language Reference 23ai; shown by USER_TAB_COMMENTS. */
  String mark() {
    return "COMMENT ON TABLE " + name + " IS '" + OracleWorkspace.MARK + "'";
  }

  String insert() {
    return "INSERT INTO " + name + " VALUES (?)";
  }

  /**
   * Above the high-water mark (hint APPEND_VALUES, SQL Language Reference; Oracle GoldenGate sends
   * its array inserts so, "INSERTAPPEND").
   */
  String load() {
    return "INSERT /*+ APPEND_VALUES */ INTO " + name + " VALUES (?)";
  }

  String count() {
    return "SELECT COUNT(*) FROM " + name;
  }

  /** The condition that the server answers with the key's own index. */
  String find() {
    return "SELECT t.data FROM "
        + name
        + " t WHERE JSON_EXISTS(t.data, '$?(@._id == $id)' PASSING ? AS \"id\")";
  }

  String range() {
    return "SELECT t.data FROM "
        + name
        + " t WHERE "
        + FieldValue.ID.sql()
        + " >= ? AND "
        + FieldValue.ID.sql()
        + " < ?";
  }

  /** DBMS_STATS.GATHER_TABLE_STATS, PL/SQL Packages and Types Reference 23ai. */
  static String statistics() {
    return "BEGIN DBMS_STATS.GATHER_TABLE_STATS(ownname => USER, tabname => ?); END;";
  }
}
