package org.docduel.stores.postgres.layout;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.docduel.stores.jdbc.Sql;

/** Lists of texts as {@code jsonb} literals. */
final class JsonElements {
  /** A list of the statement's parameter alone. */
  static final String PARAMETER = "jsonb_build_array(?::text)";

  private JsonElements() {}

  static String literal(List<String> elements) {
    try {
      return Sql.literal(JSON.std.asString(elements)) + "::jsonb";
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }
}
