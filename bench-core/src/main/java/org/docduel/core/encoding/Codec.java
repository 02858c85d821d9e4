package org.docduel.core.encoding;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.ServiceLoader;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * A format of documents as bytes, without a server. Found by {@link java.util.ServiceLoader}; each
 * load makes new instances, and one instance belongs to one thread.
 */
public interface Codec {
  /** All formats on the class path, new, in the order of their service files. */
  static List<Codec> all() {
    return ServiceLoader.load(Codec.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  static List<String> names() {
    return all().stream().map(Codec::name).toList();
  }

  /** The format with a name, new; throws {@link BadInputException} when there is none. */
  static Codec byName(String name) {
    return all().stream()
        .filter(codec -> codec.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            BadInputException.parameter("format", name, "one of " + String.join(", ", names())));
  }

  /** The format's name, as {@code -p format=} takes it. */
  String name();

  /**
   * Writes a document.
   *
   * @return the bytes, from position to limit of a buffer that the next call overwrites
   * @throws RejectedDocumentException when the format cannot hold it
   */
  ByteBuffer encode(ObjectValue document);

  /**
   * Reads a whole document.
   *
   * @throws StoreException when the bytes are not in this format
   */
  ObjectValue decode(byte[] encoded);

  Lookup lookup(Path path);

  /** What {@link #decode} must give for a document that was encoded. */
  ObjectValue asDecoded(ObjectValue document);

  /** Reads one value out of encoded documents. */
  @FunctionalInterface
  interface Lookup {
    /**
     * Reads it.
     *
     * @return the value, or null when the path leads nowhere
     * @throws StoreException when the bytes are not in this format
     */
    @Nullable Value find(byte[] encoded);
  }
}
