package org.docduel.core.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerWay.ServerSearch;

/**
 * A kind of server that one or more stores live on, and the ways to have one, in the order in which
 * they are tried. Stores that name the same family share one server.
 *
 * @param ways in the order of preference; a given address comes first
 */
public record ServerFamily(String name, List<ServerWay> ways, Map<String, String> profilers) {
  public ServerFamily {
    ways = List.copyOf(ways);
    profilers = Map.copyOf(profilers);
  }

  /**
   * The family of one server beside others of this family, such as {@code @18},
   * {@code @17.11:jit=on} with settings of one that is started here, {@code @defaults} with another
   * {@link Tuning}, or {@code @tuned} of one that is given.
   */
  public ServerFamily at(String server) {
    String own = name + server;
    List<ServerWay> able = ways.stream().flatMap(way -> way.at(own).stream()).toList();
    return new ServerFamily(own, able, profilers);
  }

  /** The family's name without a server's. */
  String base() {
    return name.replaceFirst("[@:].*", "");
  }

  /** The setting that names the source of its servers. */
  public String sourceSetting() {
    return base() + "." + ServerSearch.SOURCE;
  }

  /**
   * The ways that settings leave: all, or those from the source that is named for it or, where it
   * has that, for all families.
   *
   * @throws BadInputException when the source that is named for it is none of its own
   */
  List<ServerWay> sources(Settings settings) {
    Optional<String> asked = settings.get(sourceSetting()).map(String::strip);
    BadInputException.require(
        asked.isEmpty() || ways.isEmpty() || !from(asked.get()).isEmpty(),
        "%s=%s: accepted is %s",
        settings.origin(sourceSetting()),
        asked.orElse(""),
        ways.stream().map(ServerWay::source).collect(Collectors.joining(" or ")));
    Optional<String> source =
        asked.or(() -> settings.get(ServerSearch.SOURCE).filter(all -> !from(all).isEmpty()));
    return source.map(this::from).orElse(ways);
  }

  private List<ServerWay> from(String source) {
    return ways.stream().filter(way -> way.source().equals(source)).toList();
  }

  /** What its ways read: settings {@code FAMILY.version} and {@code FAMILY.options} of its own. */
  Settings own(Settings settings) {
    String[] parts = name.split("[@:]", 3);
    if (parts.length == 1) {
      return settings;
    }
    Settings own =
        Tuning.find(parts[1]).isPresent()
            ? settings.with(Map.of(Tuning.SETTING, parts[1]))
            : settings.with(Map.of(parts[0] + ".version", parts[1], parts[0] + ".image", ""));
    if (parts.length == 2) {
      return own;
    }
    String options = parts[0] + ".options";
    String added = settings.get(options).map(all -> all + ";").orElse("") + parts[2];
    return own.with("the settings of " + parts[0] + "@" + parts[1], Map.of(options, added));
  }

  /** Whether a version is asked for by its first numbers. */
  public static boolean isPart(String asked, String version) {
    return (version + ".").startsWith(asked + ".");
  }

  /** Whether an address can be given for it. */
  public boolean takesAddress() {
    return ways.stream().anyMatch(way -> way.workspace().isPresent());
  }

  /** The setting that gives the address of its server. */
  public String addressSetting() {
    return addressSetting(name);
  }

  static String addressSetting(String family) {
    return family.contains("@") ? family.replace("@", ".url.") : family + ".url";
  }

  /** A family that cannot be watched. */
  public ServerFamily(String name, List<ServerWay> ways) {
    this(name, ways, Map.of());
  }
}
