package org.docduel.core.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.Settings;

/**
 * What was done before a fork so that it finds empty caches. The launcher leaves it in the {@link
 * RunDirectory}, and the fork says it with its results.
 */
public record ColdStart(boolean restarted, String done) {
  private static final String YES = "restarted: ";
  private static final String NO = "not cold: ";

  /** Leaves it for the next fork of a store. */
  public void leave(RunDirectory run, String store) {
    try {
      Files.writeString(file(run, store), sentence());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave a note in " + run.path(), e);
    }
  }

  /**
   * What the launcher left.
   *
   * @return empty when nobody left anything
   */
  public static Optional<ColdStart> of(String store) {
    return RunDirectory.ofFork(Settings.ofProcess())
        .map(run -> file(run, store))
        .filter(Files::exists)
        .map(ColdStart::read);
  }

  private static ColdStart read(Path file) {
    try {
      String text = Files.readString(file);
      boolean restarted = text.startsWith(YES);
      return new ColdStart(restarted, text.substring((restarted ? YES : NO).length()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static Path file(RunDirectory run, String store) {
    return run.path().resolve(store + ".cold");
  }

  /** For people. */
  public String sentence() {
    return (restarted ? YES : NO) + done;
  }
}
