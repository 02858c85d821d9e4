package org.docduel.core.server;

import java.nio.file.Path;
import org.docduel.core.config.Settings;

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

  /** What tells a fork's JVM. */
  public String jvmArgument() {
    return "-D" + Settings.property(ServerAddresses.SETTING) + "=" + path;
  }

  /** Deletes it. */
  @Override
  public void close() {
    guard.close();
  }
}
