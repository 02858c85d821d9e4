package org.docduel.core.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.SourceSelection;

/**
 * A kind of server that one or more stores live on, and its sources, in the order in which they are
 * tried. Stores that name the same family share one server.
 *
 * @param sources in the order of preference; a given address comes first
 */
public record ServerFamily(String name, List<ServerSource> sources, Map<String, String> profilers) {
  public ServerFamily {
    sources = List.copyOf(sources);
    profilers = Map.copyOf(profilers);
  }

  /**
   * The family of one server beside others of this family, such as {@code @18},
   * {@code @17.11:jit=on} with settings of one that is started here, {@code @defaults} with another
   * {@link Tuning}, or {@code @tuned} of one that is given.
   */
  public ServerFamily forServer(String server) {
    String qualifiedName = name + server;
    List<ServerSource> able =
        sources.stream().flatMap(source -> source.forServer(qualifiedName).stream()).toList();
    return new ServerFamily(qualifiedName, able, profilers);
  }

  /** The family's name without a server's. */
  String base() {
    return name.replaceFirst("[@:].*", "");
  }

  /** The setting that names the source of its servers. */
  public String sourceSetting() {
    return base() + "." + SourceSelection.SOURCE;
  }

  /**
   * The sources that settings leave: all, or those from the source that is named for it or, where
   * it has that, for all families.
   *
   * @throws BadInputException when the source that is named for it is none of its own
   */
  List<ServerSource> selectedSources(Settings settings) {
    Optional<String> requested = settings.get(sourceSetting()).map(String::strip);
    BadInputException.require(
        requested.isEmpty() || sources.isEmpty() || !from(requested.get()).isEmpty(),
        "%s=%s: accepted is %s",
        settings.origin(sourceSetting()),
        requested.orElse(""),
        sources.stream().map(ServerSource::sourceName).collect(Collectors.joining(" or ")));
    Optional<String> source =
        requested.or(
            () -> settings.get(SourceSelection.SOURCE).filter(all -> !from(all).isEmpty()));
    return source.map(this::from).orElse(sources);
  }

  private List<ServerSource> from(String source) {
    return sources.stream().filter(candidate -> candidate.sourceName().equals(source)).toList();
  }

  /**
   * What its sources read: settings {@code FAMILY.version} and {@code FAMILY.options} of its own.
   */
  Settings effectiveSettings(Settings settings) {
    String[] parts = name.split("[@:]", 3);
    if (parts.length == 1) {
      return settings;
    }
    Settings effective =
        Tuning.find(parts[1]).isPresent()
            ? settings.with(Map.of(Tuning.SETTING, parts[1]))
            : settings.with(Map.of(parts[0] + ".version", parts[1], parts[0] + ".image", ""));
    if (parts.length == 2) {
      return effective;
    }
    String options = parts[0] + ".options";
    String added = settings.get(options).map(all -> all + ";").orElse("") + parts[2];
    return effective.with("the settings of " + parts[0] + "@" + parts[1], Map.of(options, added));
  }

  /** Whether a version is asked for by its first numbers. */
  public static boolean matchesVersion(String requested, String version) {
    return (version + ".").startsWith(requested + ".");
  }

  /** Whether an address can be given for it. */
  public boolean takesAddress() {
    return sources.stream().anyMatch(source -> source.workspace().isPresent());
  }

  /** The setting that gives the address of its server. */
  public String addressSetting() {
    return addressSetting(name);
  }

  static String addressSetting(String family) {
    return family.contains("@") ? family.replace("@", ".url.") : family + ".url";
  }

  /** A family that cannot be watched. */
  public ServerFamily(String name, List<ServerSource> sources) {
    this(name, sources, Map.of());
  }
}
