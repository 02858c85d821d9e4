package org.docduel.core.launch.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** DocDuel's own options, in the order of the help; all others are JMH's. */
public enum Option {
  PROFILE("NAME", "a named set of arguments, see below; what is typed wins over it"),
  ORDER("ORDER", "random[:SEED] (default random:42), interleaved, or sequential as in stock JMH"),
  SAME_SERVER(
      "URL",
      "one server for all stores that can live on it: those of PostgreSQL and documentdb. Its"
          + " password shows in the process list"),
  WARMUP(
      "steady[:SECONDS]|fixed",
      "steady (default without -wi): each fork warms up until its speed no longer changes, for 30"
          + " seconds at most or as many as are given; fixed: as long as the benchmark says. -wi N"
          + " does N iterations"),
  FOR(
      "4h",
      "measure each fork for so long (s, m or h), in iterations of -r or 10 seconds; see"
          + " docs/statistics.md#hours"),
  RESUME(
      "FILE",
      "run the forks that are missing in the results of a run that did not end, with its arguments"),
  MIN_FREE(
      "SIZE",
      "end the run in order when less is free on a disk of its data (default with --for: 5 GB or"
          + " 5 %)"),
  SOURCE(
      "NAME",
      "where the servers come from, where they can: address, embedded, container; see"
          + " docs/servers.md"),
  TUNING(
      "defaults|recommended",
      "how servers are configured that are started here: as shipped, or as their manuals recommend"
          + " for production (default); -p store=postgres-jsonb@defaults,postgres-jsonb@recommended"
          + " compares both"),
  MEMORY(
      "SIZE",
      "hold every server that is compared to so much memory, its share of the page cache included:"
          + " 1GB; -p documents=0.5x,4x are then data of half and of four times the size"),
  UNTIL("decided", "run rounds of forks until every verdict is in, instead of -f"),
  MAX_FORKS("N", "with --until: end after N forks, 3 or more (default 20)"),
  SPENDING(
      "FUNCTION",
      "with --until: pocock (default: clear cases end early) or obrien-fleming (most power at the"
          + " end)"),
  TWIN("run the first store twice: a difference between the two is noise of this machine"),
  CLIENTS(
      "N",
      "measure on N machines as one, with the same line on each; see"
          + " docs/workloads.md#several-clients"),
  GROUP("HOST[:PORT],...", "with --clients: all of them"),
  GROUP_SECRET("FILE", "with --clients: what all of them know; needed beyond loopback"),
  NO_REPORT("leave out the HTML report"),
  ALLOW_MISSING("time a suite's query that some stores cannot answer in the others"),
  FLIP(
      "look for what turns the verdict: 8 to 16 set-ups of the benchmark's switches, and of each -p"
          + " with two values"),
  EXPLAIN(
      "say where the time of a read goes (planning, executing, serialising, the wire), from"
          + " executions after the timed ones, and what a write costs (WAL, CPU time)"),
  CLEAN("remove what runs have left on the servers whose addresses are given"),
  VERSION("print the revision this was built from"),
  HELP("show this"),
  HELP_JMH("show the options of JMH");

  /** As it is typed. */
  public final String typed = "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** What the help calls its value; empty for one that takes none. */
  public final String value;

  /** What it does, for the help. */
  public final String text;

  Option(String text) {
    this("", text);
  }

  Option(String value, String text) {
    this.value = value;
    this.text = text;
  }

  /** All of them, for people. */
  static String all() {
    return Arrays.stream(values()).map(option -> option.typed).collect(Collectors.joining(", "));
  }
}
