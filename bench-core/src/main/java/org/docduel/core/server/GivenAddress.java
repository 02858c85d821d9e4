package org.docduel.core.server;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * A server that somebody runs and whose address the setting {@code FAMILY.url} gives. An address
 * that does not work is an error: the next way would measure another server than the one asked for.
 */
public record GivenAddress(String family, Workspace space, Optional<ServerVersion> version)
    implements ServerWay {
  /** The address of a family's server. */
  public GivenAddress(String family, Workspace space) {
    this(family, space, Optional.empty());
  }

  @Override
  public String name() {
    return "given";
  }

  @Override
  public Optional<Workspace> workspace() {
    return Optional.of(space);
  }

  @Override
  public Optional<ServerWay> at(String name, ServerVersion asked) {
    return Optional.of(new GivenAddress(name + "@" + asked.name(), space, Optional.of(asked)));
  }

  @Override
  public Availability availability(Settings settings) {
    if (version.filter(asked -> !asked.options().isEmpty()).isPresent()) {
      return new Availability.Unavailable(
          "the settings of a given server are not ours to change",
          "start a server with them, and name it: " + family.replaceAll("@.*", "@NAME"));
    }
    return settings.get(setting()).isPresent()
        ? new Availability.Available()
        : new Availability.Unavailable(
            "no address is given",
            "set " + Settings.variable(setting()) + " or -D" + Settings.property(setting()));
  }

  @Override
  public RunningServer start(Settings settings) {
    ServerAddress address =
        settings
            .get(setting())
            .map(String::strip)
            .map(url ->
                new ServerAddress(
                    url, settings.get(ServerAddress.SPACE).orElse(ServerAddress.DEFAULT_SPACE)))
            .orElseThrow(() ->
                new BadInputException("give an address: set " + Settings.variable(setting())));
    try {
      space.check(address);
      requireAsked(address);
    } catch (Workspace.Refused e) {
      throw new BadInputException(
          settings.origin(setting()) + "=" + address + ": " + e.getMessage(), e);
    }
    // Somebody else's: there is nothing to stop.
    return new StartedServer(address, () -> {});
  }

  private void requireAsked(ServerAddress address) throws Workspace.Refused {
    if (version.isPresent()) {
      String said = space.version(address);
      if (!version.get().isPartOf(said)) {
        throw new Workspace.Refused(
            "the server's version is " + said + ", not " + version.get().name(),
            "correct the address, or give it a name that is no number");
      }
    }
  }

  private String setting() {
    return ServerFamily.addressSetting(family);
  }
}
