package org.docduel.core.server;

import com.sun.management.OperatingSystemMXBean;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.stats.sidecar.ServerMemory;

/**
 * The memory that each compared server gets: its caches, its processes and the page cache of its
 * files together. Swap does not add to it.
 */
public record MemoryLimit(long bytes) implements Serializable {
  /** The setting for all families: a whole number of bytes with k, m or g. */
  public static final String SETTING = "memory";

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmg]?)(i?b)?");
  private static final List<String> UNITS = List.of("", "k", "m", "g");
  private static final long MEBIBYTE = 1L << 20;

  /** Below it PostgreSQL's processes leave nothing for a cache. */
  private static final long MIN_BYTES = 256 * MEBIBYTE;

  /** The part of the host's memory that one server may get, in percent. */
  private static final int MAX_PERCENT = 80;

  /**
   * The limit that settings ask for; empty without one.
   *
   * @throws BadInputException for what is no size, below 256 MB, or above 80 % of the host's memory
   */
  public static Optional<MemoryLimit> of(Settings settings) {
    return settings
        .get(SETTING)
        .map(text -> {
          String origin = settings.origin(SETTING);
          long bytes = parse(origin, text);
          long max = hostBytes() / 100 * MAX_PERCENT;
          BadInputException.require(
              bytes >= MIN_BYTES && bytes <= max,
              "%s %s: accepted is %s to %s, which is %d %% of this machine's memory",
              origin,
              text,
              ServerMemory.size(MIN_BYTES),
              ServerMemory.size(max / MEBIBYTE * MEBIBYTE),
              MAX_PERCENT);
          return new MemoryLimit(bytes);
        });
  }

  /**
   * A size in bytes; units are powers of 1024.
   *
   * @throws BadInputException when a text is none
   */
  static long parse(String origin, String text) {
    Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    BadInputException.require(
        size.matches(), "%s %s: accepted is a size such as 512MB or 4GB", origin, text);
    return Long.parseLong(size.group(1)) << (10 * UNITS.indexOf(size.group(2)));
  }

  /** The memory that a server can have which is started here, in bytes: the limit or the host's. */
  public static long availableBytes(Settings settings) {
    return of(settings).map(MemoryLimit::bytes).orElseGet(MemoryLimit::hostBytes);
  }

  /**
   * Refuses a limit in which a server does not start.
   *
   * @throws BadInputException when it is smaller
   */
  public static void requireAtLeast(Settings settings, long minBytes, String product) {
    of(settings)
        .ifPresent(limit ->
            BadInputException.require(
                limit.bytes >= minBytes,
                "%s %s: %s needs %s or more",
                settings.origin(SETTING),
                settings.get(SETTING).orElse(""),
                product,
                ServerMemory.size(minBytes)));
  }

  private static long hostBytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** For people: {@code 256 MB}. */
  public String label() {
    return ServerMemory.size(bytes);
  }
}
