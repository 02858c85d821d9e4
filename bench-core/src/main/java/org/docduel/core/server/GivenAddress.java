package org.docduel.core.server;

import java.util.List;
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

  /**
   * A server that somebody else runs, and what is DocDuel's on it: the {@linkplain
   * ServerAddress#space() space} of the address. All that is made in it carries a mark; what has
   * none is left alone.
   */
  @FunctionalInterface
  public interface Workspace {
    /**
     * Connects once, to see that the server is there and lets us in.
     *
     * @implSpec asks something that needs the user's rights, and gives up after about five seconds
     * @return the server's version, such as {@code 17.11}; empty when it does not tell
     * @throws Refused when the address cannot be used
     */
    String check(ServerAddress address) throws Refused;

    /** Whether an address has the form that this kind of server takes. */
    default boolean takes(String url) {
      return false;
    }

    /**
     * Keeps other runs out of the space, after a look whether all in it is DocDuel's, and whether
     * the user may work in it where the server tells that beforehand.
     *
     * @implSpec a lease of a process that was killed ends within a minute
     * @throws Refused when the space holds something else, rights are seen to be missing, or
     *     another run uses it
     */
    default Lease lease(ServerAddress address) throws Refused {
      return new Lease() {
        @Override
        public void confirm() throws Refused {
          check(address);
        }

        @Override
        public void close() {
          // nothing is held
        }
      };
    }

    /**
     * Removes all that carries the mark, in the space and in those of its suites.
     *
     * @throws Refused when the server does not let us, or a run uses the space
     */
    default List<String> clean(ServerAddress address) throws Refused {
      return List.of("what was loaded stays: DocDuel cannot remove it");
    }

    /** The use of a space. */
    interface Lease extends AutoCloseable {
      /**
       * Looks whether the server is there and the space still ours.
       *
       * @throws Refused when it is not
       */
      void confirm() throws Refused;

      @Override
      void close();
    }

    /** What is wrong with an address, or with what it leads to. */
    final class Refused extends Exception {
      private static final long serialVersionUID = 1L;

      public Refused(String problem, String remedy) {
        super(problem.replaceAll("\\s+", " ").strip().replaceFirst("\\.$", "") + "; " + remedy);
      }

      /** The same of the address that a setting gives. */
      BadInputException of(Settings settings, String setting, ServerAddress address) {
        return new BadInputException(
            settings.origin(setting) + "=" + address + ": " + getMessage(), this);
      }
    }
  }
}
