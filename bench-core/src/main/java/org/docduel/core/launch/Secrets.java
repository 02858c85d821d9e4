package org.docduel.core.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.fork.ForkProfiler;

/**
 * Passwords that came with the command line or belong to a server. Forks learn them from private
 * files; command lines, logs and result files never hold them.
 */
final class Secrets {
  /** What stands in the place of a secret. */
  private static final String HIDDEN = "***";

  /** Shorter ones occur in numbers and words by chance. */
  private static final int SHORTEST = 4;

  private static final Pattern ADDRESS = Pattern.compile("-Ddocduel\\.[a-z0-9.-]+\\.url=(.*)");
  private static final Pattern SECRET =
      Pattern.compile("(?i)-D[^=]*(?:pass|pwd|secret|token|credential)[^=]*=(.*)");

  /** Longest first, so that none is hidden in part. */
  private final Set<String> known =
      new TreeSet<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  private final Set<String> arguments = new LinkedHashSet<>();

  synchronized void add(ServerAddress address) {
    address.secrets().forEach(this::add);
  }

  private void add(String secret) {
    if (secret.length() >= SHORTEST) {
      known.add(secret);
    }
  }

  /** A JVM's arguments without those that hold a secret, which is known from now on. */
  synchronized String[] removedFrom(Collection<String> arguments) {
    List<String> kept = new ArrayList<>();
    for (String argument : arguments) {
      Matcher address = ADDRESS.matcher(argument);
      Matcher secret = SECRET.matcher(argument);
      if (address.matches()) {
        add(new ServerAddress(address.group(1)));
      } else if (secret.matches()) {
        add(secret.group(1));
        // of the form that java @FILE takes
        this.arguments.add('"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
      } else {
        kept.add(argument);
      }
    }
    return kept.toArray(String[]::new);
  }

  /**
   * Leaves the arguments that were removed for the forks. Addresses are not among them: forks have
   * a file of their own for these.
   */
  synchronized void leaveFor(Path directory) {
    if (arguments.isEmpty()) {
      return;
    }
    try {
      Files.write(directory.resolve(ForkProfiler.ARGUMENTS), arguments);
    } catch (IOException e) {
      throw new UncheckedIOException("the forks' arguments cannot be left in " + directory, e);
    }
  }

  /** Text without secrets. */
  synchronized String hide(String text) {
    String hidden = text;
    for (String secret : known) {
      hidden = hidden.replace(secret, HIDDEN);
    }
    return hidden;
  }

  /** A stream of UTF-8 that passes text on line by line, without secrets. */
  PrintStream hiding(OutputStream out) {
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
