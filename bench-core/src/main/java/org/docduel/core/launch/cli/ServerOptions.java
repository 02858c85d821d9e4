package org.docduel.core.launch.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.Tuning;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/** What a command line says of servers, as settings over those of the process. */
public final class ServerOptions {
  private ServerOptions() {}

  /**
   * The settings of a run's servers.
   *
   * @throws BadInputException for a source that no store has, an unknown configuration, or an
   *     address that no store takes
   */
  public static Settings settings(List<StoreProvider> stores, Arguments arguments) {
    Settings settings =
        with(
            Settings.ofProcess(),
            Option.SOURCE,
            arguments.value(Option.SOURCE),
            SourceSelection.SOURCE);
    requireSource(stores, settings);
    settings = with(settings, Option.TUNING, arguments.value(Option.TUNING), Tuning.SETTING);
    Tuning.of(settings);
    settings = with(settings, Option.MEMORY, arguments.value(Option.MEMORY), MemoryLimit.SETTING);
    Optional<String> url = arguments.value(Option.SAME_SERVER);
    return url.isPresent() ? withSharedAddress(stores, settings, url.get()) : settings;
  }

  /** What servers' memory is held to, if it is. */
  static Optional<MemoryLimit> memory(Optional<String> size) {
    return MemoryLimit.of(with(Settings.ofProcess(), Option.MEMORY, size, MemoryLimit.SETTING));
  }

  private static Settings with(
      Settings settings, Option option, Optional<String> value, String name) {
    return value.map(text -> settings.with(option.typed, Map.of(name, text))).orElse(settings);
  }

  private static void requireSource(List<StoreProvider> stores, Settings settings) {
    Set<String> sources =
        StoreProviders.families(stores).stream()
            .flatMap(family -> family.sources().stream())
            .map(ServerSource::sourceName)
            .collect(Collectors.toCollection(TreeSet::new));
    settings
        .get(SourceSelection.SOURCE)
        .ifPresent(source ->
            BadInputException.require(
                sources.contains(source),
                "%s %s: accepted is %s",
                settings.origin(SourceSelection.SOURCE),
                source,
                String.join(", ", sources)));
  }

  /**
   * Gives one address to every family that takes its form, so that their stores share a server. A
   * store that names its server ({@code postgres-jsonb@18}) keeps that one.
   */
  private static Settings withSharedAddress(
      List<StoreProvider> stores, Settings settings, String url) {
    Map<String, String> addresses = new HashMap<>();
    StoreProviders.families(stores).stream()
        .filter(family -> !family.name().contains("@"))
        .filter(family ->
            family.sources().stream()
                .flatMap(source -> source.workspace().stream())
                .anyMatch(workspace -> workspace.takes(url)))
        .forEach(family -> addresses.put(family.addressSetting(), url));
    if (addresses.isEmpty()) {
      throw BadInputException.of(
          "%s %s: no store takes such an address; give jdbc:postgresql://HOST:PORT/DATABASE",
          Option.SAME_SERVER.typed, new ServerAddress(url));
    }
    return settings.with(Option.SAME_SERVER.typed, addresses);
  }
}
