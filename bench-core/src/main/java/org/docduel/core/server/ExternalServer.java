package org.docduel.core.server;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.stats.sidecar.ServerMemory;

/**
 * A server that somebody runs and whose address the setting {@code FAMILY.url} gives. An address
 * that does not work is an error: the next way would measure another server than the one asked for.
 *
 * @param family with the {@code @} and the server where there are several
 */
public record ExternalServer(String family, Workspace space) implements ServerSource {
  @Override
  public String name() {
    return "given";
  }

  @Override
  public String sourceName() {
    return "address";
  }

  @Override
  public Optional<Workspace> workspace() {
    return Optional.of(space);
  }

  @Override
  public Optional<ServerSource> forServer(String familyName) {
    return Optional.of(new ExternalServer(familyName, space));
  }

  /** Its user states its memory. */
  @Override
  public boolean limitsMemory() {
    return true;
  }

  @Override
  public Availability availability(Settings settings) {
    if (family.contains(":")) {
      return new Availability.Unavailable(
          "the settings of a given server are not ours to change",
          "start a server with them, and name it: " + family.replaceAll("@.*", "@NAME"));
    }
    boolean isGiven = settings.get(setting()).isPresent();
    String server = family.replaceFirst("^[^@]*@?", "");
    BadInputException.require(
        !isGiven || Tuning.find(server).isEmpty(),
        "%s: no server can be named %s, since @%s is a tuning of servers that DocDuel starts;"
            + " choose another name",
        settings.origin(setting()),
        server,
        server);
    BadInputException.require(
        !isGiven || MemoryLimit.of(settings).isEmpty() || memory(settings).isPresent(),
        "%s: the memory of a given server cannot be limited: state it with %s=32GB (no verdict"
            + " compares it with a limited server), or leave %s out",
        settings.origin(setting()),
        Settings.variable(memorySetting()),
        settings.origin(MemoryLimit.SETTING));
    return isGiven
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
    } catch (Workspace.WorkspaceException e) {
      throw e.of(settings, setting(), address);
    }
    // Somebody else's: there is nothing to stop.
    return new RunningServer(address, () -> {})
        .withMemory(
            memory(settings).map(bytes -> new Memory(ServerMemory.stated(bytes), Optional::empty)));
  }

  private Optional<Long> memory(Settings settings) {
    return settings
        .get(memorySetting())
        .map(text -> MemoryLimit.parse(settings.origin(memorySetting()), text));
  }

  /** The setting with what the server has. */
  private String memorySetting() {
    return setting().replaceFirst("\\.url", "." + MemoryLimit.SETTING);
  }

  private void requireVersion(String version) throws Workspace.WorkspaceException {
    String requested = family.replaceFirst("^[^@]*@?", "");
    String reported = version.replaceFirst(" .*", ""); // (Debian 15.20-1)
    if (requested.matches("[0-9].*")
        && !reported.isEmpty()
        && !ServerFamily.matchesVersion(requested, reported)) {
      throw new Workspace.WorkspaceException(
          "the server's version is " + reported + ", not " + requested,
          "correct the address, or give it a name that is not a number");
    }
  }

  private String setting() {
    return ServerFamily.addressSetting(family);
  }
}
