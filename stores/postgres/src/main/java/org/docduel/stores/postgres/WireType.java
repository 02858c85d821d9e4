package org.docduel.stores.postgres;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.core.Oid;

/** The built-in types whose binary forms are sent. */
public enum WireType {
  /** Truth values. */
  BOOL("bool", Oid.BOOL, Oid.BOOL_ARRAY),
  /** Bytes. */
  BYTEA("bytea", Oid.BYTEA, Oid.BYTEA_ARRAY),
  /** 64-bit integers. */
  INT8("int8", Oid.INT8, Oid.INT8_ARRAY),
  /** JSON kept as text. */
  JSON("json", Oid.JSON, Oid.JSON_ARRAY),
  /** JSON kept parsed. */
  JSONB("jsonb", Oid.JSONB, Oid.JSONB_ARRAY),
  /** Exact decimals. */
  NUMERIC("numeric", Oid.NUMERIC, Oid.NUMERIC_ARRAY),
  /** Text. */
  TEXT("text", Oid.TEXT, Oid.TEXT_ARRAY),
  /** Lists of texts; there is no list of such lists. */
  TEXT_ARRAY("_text", Oid.TEXT_ARRAY, Oid.UNSPECIFIED),
  /** Lists of 64-bit integers. */
  INT8_ARRAY("_int8", Oid.INT8_ARRAY, Oid.UNSPECIFIED),
  /** Lists of decimals. */
  NUMERIC_ARRAY("_numeric", Oid.NUMERIC_ARRAY, Oid.UNSPECIFIED),
  /** Lists of truth values. */
  BOOL_ARRAY("_bool", Oid.BOOL_ARRAY, Oid.UNSPECIFIED),
  /** Instants. */
  TIMESTAMPTZ("timestamptz", Oid.TIMESTAMPTZ, Oid.TIMESTAMPTZ_ARRAY);

  private final String typeName;
  private final int oid;
  private final int arrayOid;

  WireType(String typeName, int oid, int arrayOid) {
    this.typeName = typeName;
    this.oid = oid;
    this.arrayOid = arrayOid;
  }

  /** The driver's name for the type. */
  public String typeName() {
    return typeName;
  }

  public int oid() {
    return oid;
  }

  /** All of them and their arrays, as the driver's property {@code binaryTransferEnable} wants. */
  static String allOids() {
    return Arrays.stream(values())
        .flatMap(type -> Stream.of(type.oid, type.arrayOid))
        .filter(oid -> oid != Oid.UNSPECIFIED)
        .distinct()
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }
}
