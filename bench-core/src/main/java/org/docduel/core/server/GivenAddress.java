package org.docduel.core.server;

import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * A server that somebody runs and whose address the setting {@code FAMILY.url} gives. An address
 * that does not work is an error: the next way would measure another server than the one asked for.
 *
 * @param family the family's name
 * @param login how to see that it works
 */
public record GivenAddress(String family, Login login) implements ServerWay {
  @Override
  public String name() {
    return "given";
  }

  @Override
  public Availability availability(Settings settings) {
    return settings.get(setting()).isPresent()
        ? new Availability.Available()
        : new Availability.Unavailable(
            "no address is given", "set " + Settings.variable(setting()));
  }

  @Override
  public RunningServer start(Settings settings) {
    ServerAddress address =
        settings
            .get(setting())
            .map(String::strip)
            .map(ServerAddress::new)
            .orElseThrow(() ->
                new BadInputException("give an address: set " + Settings.variable(setting())));
    try {
      login.check(address);
    } catch (Login.Refused e) {
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
