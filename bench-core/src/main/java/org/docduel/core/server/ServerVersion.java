package org.docduel.core.server;

import static java.util.Objects.requireNonNullElse;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;

/**
 * One of several servers of a family in one run: what stands behind the {@code @} in {@code
 * postgres-jsonb@18} or {@code postgres-jsonb@17:jit=on}.
 *
 * @param name a version by its first numbers, such as {@code 18} or {@code 17.11}, or any word for
 *     a server that is given
 * @param options settings of a server that is started here, {@code name=value} separated by
 *     semicolons; empty for none
 */
public record ServerVersion(String name, String options) {
  private static final Pattern TEXT = Pattern.compile("^([A-Za-z0-9.]+)(?::(.+))?\\z");

  /** Reads what stands behind the {@code @}; empty when it is none. */
  public static Optional<ServerVersion> parse(String text) {
    return TEXT.matcher(text)
        .results()
        .map(parts -> new ServerVersion(parts.group(1), requireNonNullElse(parts.group(2), "")))
        .findFirst();
  }

  /** Whether a server of this version can be started here; otherwise it has to be given. */
  boolean isNumber() {
    return Character.isDigit(name.charAt(0));
  }

  /** Whether a server that says its version is the one that was asked for. */
  boolean isPartOf(String said) {
    return !isNumber() || said.isEmpty() || isPart(name, said);
  }

  /** Whether a version is asked for by its first numbers. */
  public static boolean isPart(String asked, String version) {
    return (version + ".").startsWith(asked + ".");
  }

  @Override
  public String toString() {
    return options.isEmpty() ? name : name + ":" + options;
  }

  /**
   * A way to start a server of one version here, by the settings {@code FAMILY.version} and {@code
   * FAMILY.options}.
   */
  public record VersionedWay(ServerWay way, String family, ServerVersion version)
      implements ServerWay {
    @Override
    public String name() {
      return way.name();
    }

    @Override
    public Availability availability(Settings settings) {
      return version.isNumber()
          ? way.availability(own(settings))
          : new Availability.Unavailable(
              "'" + version.name() + "' is no version",
              "write a number, such as " + family + "@17");
    }

    @Override
    public RunningServer start(Settings settings) {
      return way.start(own(settings));
    }

    private Settings own(Settings settings) {
      String options = family + ".options";
      return settings.with(
          Map.of(
              family + ".version",
              version.name(),
              options,
              settings.get(options).map(all -> all + ";").orElse("") + version.options(),
              family + ".image",
              ""));
    }
  }
}
