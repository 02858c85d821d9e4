package org.docduel.core.server;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;

/**
 * How a server is run in a container.
 *
 * @param port on which the server listens in the container's network
 * @param command what is run instead of the image's own command; empty to leave it
 * @param dataDirectory where the image keeps its data: a volume is put there
 * @param readyLine a pattern of the log's line that says that the server takes connections
 * @param readyTimes how often that line comes until the server is ready
 * @param address with {@code HOST} and {@code PORT} in it
 */
public record ContainerRecipe(
    String image,
    int port,
    Map<String, String> environment,
    List<String> command,
    String dataDirectory,
    String readyLine,
    int readyTimes,
    String address) {
  /** Copies the collections. */
  public ContainerRecipe {
    environment = Map.copyOf(environment);
    command = List.copyOf(command);
  }

  /** Makes a recipe for a place. */
  @FunctionalInterface
  public interface Recipes {
    /**
     * The recipe.
     *
     * @throws org.docduel.core.config.BadInputException when a setting cannot be used
     */
    ContainerRecipe of(Settings settings, Place place);
  }

  /**
   * Where a container will run.
   *
   * @param hostPort a free port of the loopback interface when the container shares the host's
   *     network, where the server must listen on 127.0.0.1 alone; 0 when it has a network of its
   *     own
   * @param password a new one for the server
   * @param memory what the container can have, in bytes; 0 when the engine does not tell
   */
  public record Place(int hostPort, String password, long memory) {
    /** Whether the container shares the host's network. */
    public boolean onHost() {
      return hostPort > 0;
    }

    /** The port on which a server has to listen whose own port is known. */
    public int port(int serverPort) {
      return onHost() ? hostPort : serverPort;
    }
  }

  /** The address of the server at the end of a connection to a host and a port. */
  public String addressAt(String host, int reachedPort) {
    return address.replace("HOST", host).replace("PORT", Integer.toString(reachedPort));
  }
}
