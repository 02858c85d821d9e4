package org.docduel.stats.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Published against measured. */
@Command(name = "claims", mixinStandardHelpOptions = true)
final class ClaimsCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return Main.DONE;
  }
}
