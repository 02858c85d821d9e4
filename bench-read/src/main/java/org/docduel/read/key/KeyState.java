package org.docduel.read.key;

import java.util.Objects;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The key that is looked for; one for each thread. */
@State(Scope.Thread)
public class KeyState {
  /** Where in a document it lies: early, middle, late. */
  @Param({"early", "middle", "late"})
  public String position = "late";

  private Codec.Lookup lookup = encoded -> null;

  /**
   * Prepares the look-up, and has every document answer as its tree does.
   *
   * @param format the format and its documents
   */
  @Setup(Level.Trial)
  public void open(FormatState format) {
    Path path = KeyedDocuments.parse(format.documents).key(KeyPosition.parse(position));
    lookup = format.codec().lookup(path);
    format.forEach((encoded, tree) -> {
      Value expected = path.in(tree).orElseThrow();
      if (!Objects.equals(lookup.find(encoded), expected)) {
        throw new IllegalStateException(
            "format=" + format.format + ": " + path + " is not what the document's tree has");
      }
    });
  }

  @Nullable Value find(byte[] encoded) {
    return lookup.find(encoded);
  }
}
