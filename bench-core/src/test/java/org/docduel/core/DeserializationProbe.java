package org.docduel.core;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** An object that does something when it is read. No message of ours has one. */
public final class DeserializationProbe implements Serializable {
  private static final long serialVersionUID = 1L;

  private static volatile boolean read;

  /** Whether one was. */
  public static boolean wasRead() {
    return read;
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    read = true;
  }
}
