package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The operating system's cache of files. */
public final class PageCache {
  private static final Path LINUX = Path.of("/proc/sys/vm/drop_caches");

  // From the kernel's documentation of vm.drop_caches: 1 frees the page cache.
  private static final String FREE_PAGES = "1\n";

  private PageCache() {}

  /**
   * Drops it, that of the whole machine, where this is Linux and permitted, which as a rule takes
   * root.
   *
   * @return what was done, or why not, in a few words
   */
  public static String drop() {
    if (!Files.exists(LINUX)) {
      return "page cache kept: this is not Linux";
    }
    try {
      Files.writeString(LINUX, FREE_PAGES);
      return "page cache dropped";
    } catch (IOException e) {
      return "page cache kept: this user may not drop it";
    }
  }
}
