package org.docduel.core.encoding;

/** {@code json-tree}: JSON text that is parsed as a whole. */
public final class JsonTreeCodec extends TreeCodec {
  /** For ServiceLoader. */
  public JsonTreeCodec() {
    super("json-tree", new JsonTextCodec());
  }
}
