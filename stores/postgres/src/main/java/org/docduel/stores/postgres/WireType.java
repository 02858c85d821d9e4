package org.docduel.stores.postgres;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.core.Oid;

/** The built-in types whose binary forms are sent. */
enum WireType {
  BOOL("bool", Oid.BOOL, Oid.BOOL_ARRAY),
  BYTEA("bytea", Oid.BYTEA, Oid.BYTEA_ARRAY),
  INT8("int8", Oid.INT8, Oid.INT8_ARRAY),
  JSON("json", Oid.JSON, Oid.JSON_ARRAY),
  JSONB("jsonb", Oid.JSONB, Oid.JSONB_ARRAY),
  NUMERIC("numeric", Oid.NUMERIC, Oid.NUMERIC_ARRAY),
  TEXT("text", Oid.TEXT, Oid.TEXT_ARRAY),
  TEXT_ARRAY("_text", Oid.TEXT_ARRAY, Oid.UNSPECIFIED),
  INT8_ARRAY("_int8", Oid.INT8_ARRAY, Oid.UNSPECIFIED),
  NUMERIC_ARRAY("_numeric", Oid.NUMERIC_ARRAY, Oid.UNSPECIFIED),
  BOOL_ARRAY("_bool", Oid.BOOL_ARRAY, Oid.UNSPECIFIED),
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
  String typeName() {
    return typeName;
  }

  int oid() {
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
