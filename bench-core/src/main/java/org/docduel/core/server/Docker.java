package org.docduel.core.server;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;

/** Whether there is a Docker engine. Asked once; Testcontainers keeps the answer. */
public final class Docker {
  private static final Duration LIMIT = Duration.ofMillis(1500);

  private Docker() {}

  public static Availability availability() {
    FutureTask<Boolean> question =
        new FutureTask<>(() -> DockerClientFactory.instance().isDockerAvailable());
    // A thread of its own, because an engine at the far end of a broken network takes minutes.
    Thread asking = new Thread(question, "docker-check");
    asking.setDaemon(true);
    asking.start();
    String remedy = "start Docker";
    try {
      return question.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          ? new Availability.Available()
          : new Availability.Unavailable("no Docker engine answers", remedy);
    } catch (TimeoutException e) {
      return new Availability.Unavailable(
          "the Docker engine does not answer within " + LIMIT.toMillis() + " ms", remedy);
    } catch (ExecutionException e) {
      return new Availability.Unavailable("Docker cannot be asked (" + e.getCause() + ")", remedy);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while looking for Docker", e);
    }
  }

  /** The memory that containers can have, in bytes. */
  public static long memory() {
    Long total = DockerClientFactory.instance().getInfo().getMemTotal();
    return total == null ? 0 : total;
  }
}
