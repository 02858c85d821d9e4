package org.docduel.audit;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.docduel.stats.cli.Main;
import org.docduel.stats.cli.Program;

/** What a command returned and printed. */
record CommandRun(int status, String out, String err) {
  static final Program PROGRAM = ClaimsCommand.addTo(Main.program("stats"));

  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = PROGRAM.run(new PrintWriter(out), new PrintWriter(err), args);
    return new CommandRun(status, out.toString(), err.toString());
  }
}
