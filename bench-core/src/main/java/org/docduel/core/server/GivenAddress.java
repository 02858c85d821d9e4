package org.docduel.core.server;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * A server that somebody runs and whose address the setting {@code FAMILY.url} gives. An address
 * that does not work is an error: the next way would measure another server than the one asked for.
 */
public record GivenAddress(String family, Workspace space) implements ServerWay {
  @Override
  public String name() {
    return "given";
  }

  @Override
  public Optional<Workspace> workspace() {
    return Optional.of(space);
  }

  @Override
  public Availability availability(Settings settings) {
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
    } catch (Workspace.Refused e) {
      throw new BadInputException(
          settings.origin(setting()) + "=" + address + ": " + e.getMessage(), e);
    }
    // Somebody else's: there is nothing to stop.
    return new StartedServer(address, () -> {});
  }

  private String setting() {
    return family + ".url";
  }
}
