package org.docduel.core.server;

import java.nio.file.Path;

/** A file of {@link ServerAddresses} that lasts as long as the run. */
public final class AddressFile implements AutoCloseable {
  private final Path path;
  private final Guard guard;

  AddressFile(Path path, Guard guard) {
    this.path = path;
    this.guard = guard;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Deletes it. */
  @Override
  public void close() {
    guard.close();
  }
}
