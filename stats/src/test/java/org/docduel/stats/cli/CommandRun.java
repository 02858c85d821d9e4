package org.docduel.stats.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command returned and printed. */
record CommandRun(int status, String out, String err) {

  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Main.run(new PrintWriter(out), new PrintWriter(err), args);
    return new CommandRun(status, out.toString(), err.toString());
  }
}
