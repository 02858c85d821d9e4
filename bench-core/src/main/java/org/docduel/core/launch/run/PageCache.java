package org.docduel.core.launch.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.docduel.core.server.Host;

/**
 * The page cache of a machine.
 *
 * @param control the kernel's file that drops it; there is none unless this is Linux
 * @param sync has the system write what it holds of files to the disk; whether it did
 */
record PageCache(Path control, BooleanSupplier sync) {
  private static final long SYNC_SECONDS = 60;

  /** From the kernel's documentation of vm.drop_caches: 1 frees clean pages. */
  private static final String FREE_PAGES = "1\n";

  static PageCache ofMachine() {
    return new PageCache(
        Path.of("/proc/sys/vm/drop_caches"), () -> Host.succeeds(List.of("sync"), SYNC_SECONDS));
  }

  /**
   * Drops it, where that is permitted, which as a rule takes root: dirty pages are written first,
   * since the kernel drops clean ones alone.
   *
   * @return what was done, in words
   */
  String drop() {
    if (!Files.exists(control)) {
      return "page cache kept: this is not Linux";
    }
    if (!Files.isWritable(control)) {
      return "page cache kept: this user may not drop it";
    }
    String unflushed = sync.getAsBoolean() ? "" : "; pages that are not flushed stay";
    try {
      Files.writeString(control, FREE_PAGES);
      return "page cache dropped" + unflushed;
    } catch (IOException e) { // such as in a container, whose kernel settings are read-only
      return "page cache kept: this user may not drop it";
    }
  }
}
