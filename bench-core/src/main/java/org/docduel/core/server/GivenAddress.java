package org.docduel.core.server;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;

/**
 * A server that somebody runs and whose address the setting {@code FAMILY.url} gives. An address
 * that does not work is an error: the next way would measure another server than the one asked for.
 *
 * @param family with the {@code @} and the server where there are several
 */
public record GivenAddress(String family, Workspace space) implements ServerWay {
  @Override
  public String name() {
    return "given";
  }

  @Override
  public String source() {
    return "address";
  }

  @Override
  public Optional<Workspace> workspace() {
    return Optional.of(space);
  }

  @Override
  public Optional<ServerWay> at(String own) {
    return Optional.of(new GivenAddress(own, space));
  }

  @Override
  public Availability availability(Settings settings) {
    if (family.contains(":")) {
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
      requireVersion(space.check(address));
    } catch (Workspace.Refused e) {
      throw e.of(settings, setting(), address);
    }
    // Somebody else's: there is nothing to stop.
    return new RunningServer(address, () -> {});
  }

  private void requireVersion(String version) throws Workspace.Refused {
    String asked = family.replaceFirst("^[^@]*@?", "");
    String said = version.replaceFirst(" .*", ""); // (Debian 15.20-1)
    if (asked.matches("[0-9].*") && !said.isEmpty() && !ServerFamily.isPart(asked, said)) {
      throw new Workspace.Refused(
          "the server's version is " + said + ", not " + asked,
          "correct the address, or give it a name that is no number");
    }
  }

  private String setting() {
    return ServerFamily.addressSetting(family);
  }
}
