package org.docduel.core.launch.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.config.SecretText;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.fork.RunDirectory;

/**
 * What of a run must not be shown: the addresses of its servers, and arguments of JVMs that hold a
 * secret. Forks get both from private files; command lines, logs and result files never hold them.
 */
public final class Secrets {
  /** The text form of each address, by the address. */
  private final Map<String, String> addresses = new LinkedHashMap<>();

  private final Set<String> arguments = new LinkedHashSet<>();

  public synchronized void add(ServerAddress address) {
    addresses.put(address.url(), address.toString());
  }

  /** A JVM's arguments without those that hold a secret, which are left for the forks. */
  public synchronized String[] removedFrom(Collection<String> arguments) {
    List<String> others = new ArrayList<>();
    for (String argument : arguments) {
      if (SecretText.isIn(argument)) {
        // of the form that java @FILE takes
        this.arguments.add('"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
      } else {
        others.add(argument);
      }
    }
    return others.toArray(String[]::new);
  }

  /** Leaves the arguments that were removed for the forks, in a file for this user alone. */
  public synchronized void leaveFor(RunDirectory directory) {
    if (!arguments.isEmpty()) {
      directory.leaveArguments(arguments);
    }
  }

  /** Text without secrets: an address that is known, whatever its password, and any other. */
  public synchronized String hide(String text) {
    String hidden = text;
    for (Map.Entry<String, String> address : addresses.entrySet()) {
      hidden = hidden.replace(address.getKey(), address.getValue());
    }
    return SecretText.mask(hidden);
  }

  /** A stream of UTF-8 that passes text on line by line, without secrets. */
  public PrintStream hiding(OutputStream out) {
    OutputStream lines =
        new FilterOutputStream(out) { // what has no end of line yet stays: it may be half a secret
          private final ByteArrayOutputStream line = new ByteArrayOutputStream();

          @Override
          public synchronized void write(int b) throws IOException {
            line.write(b);
            if (b == '\n') {
              pass();
            }
          }

          private void pass() throws IOException {
            out.write(hide(line.toString(UTF_8)).getBytes(UTF_8));
            line.reset();
          }

          @Override
          public synchronized void close() throws IOException {
            pass();
            out.close();
          }
        };
    return new PrintStream(lines, false, UTF_8);
  }
}
