package org.docduel.core.server;

import java.nio.file.Path;
import java.util.List;

/**
 * Keeps what one server needs from outliving this process: what is added here is cleared away by
 * {@link #close()}, or by the {@link Watchdog} when this process ends without it in any way, killed
 * included. Between the start of a process and {@link #process} lies a moment in which a kill goes
 * unnoticed; PostgreSQL ends by itself then, because its directory is deleted.
 */
public final class Guard implements AutoCloseable {
  private final Watchdog watchdog;
  private final String group;
  private final CleanUp remains = new CleanUp();

  Guard(Watchdog watchdog, String group) {
    this.watchdog = watchdog;
    this.group = group;
  }

  /** A file or a directory with all that is in it, to be deleted. It need not exist yet. */
  public void path(Path path) {
    Path absolute = path.toAbsolutePath();
    remains.addPath(absolute);
    tell(Watchdog.Line.Verb.PATH, List.of(absolute.toString()));
  }

  /** A process, to be ended with its descendants. */
  public void process(ProcessHandle handle) {
    CleanUp.ProcessId id = CleanUp.ProcessId.of(handle);
    remains.addProcess(id);
    tell(Watchdog.Line.Verb.PROCESS, List.of(Long.toString(id.pid()), Long.toString(id.start())));
  }

  /** What ends the processes in an orderly way, tried before they are killed. */
  public void stopWith(List<String> command) {
    remains.setStopCommand(command);
    tell(Watchdog.Line.Verb.STOP, command);
  }

  /**
   * Clears away now; a second call finds nothing to do.
   *
   * @throws ServerException when something could not be cleared away; the watchdog tries again when
   *     this process ends
   */
  @Override
  public void close() {
    List<String> problems = remains.clear();
    if (!problems.isEmpty()) {
      throw new ServerException(String.join("; ", problems));
    }
    tell(Watchdog.Line.Verb.RELEASE, List.of());
  }

  private void tell(Watchdog.Line.Verb verb, List<String> arguments) {
    watchdog.tell(new Watchdog.Line(group, verb, arguments));
  }
}
