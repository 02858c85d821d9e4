package org.docduel.stats.stat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The resamples of one row. Methods that resample alike share them. */
final class Draws {
  private final Resamplers resamplers;
  private final Bootstrap bootstrap;
  private final Row row;
  private final Map<Method, Drawn> drawn = new EnumMap<>(Method.class);
  private final Map<Method, Deltas> deltas = new EnumMap<>(Method.class);

  /** A resampler and what it drew. */
  record Drawn(Resampler resampler, Replicates replicates) {}

  Draws(Resamplers resamplers, Bootstrap bootstrap, Row row) {
    this.resamplers = resamplers;
    this.bootstrap = bootstrap;
    this.row = row;
  }

  /** The units of each member of the contrast. */
  List<Units> units() {
    return row.units();
  }

  LogRatio ratio() {
    return row.ratio();
  }

  Contrast contrast() {
    return row.contrast();
  }

  int resamples() {
    return bootstrap.resamples();
  }

  Resampler resampler(Method method) {
    return resamplers.of(method, row.contrast(), row.units());
  }

  Drawn of(Method method) {
    return drawn.computeIfAbsent(
        alike(method),
        alike -> {
          Resampler resampler = resampler(alike);
          return new Drawn(resampler, bootstrap.run(resampler, row.streams()));
        });
  }

  /** What was drawn, read as time reductions. */
  Deltas deltas(Method method) {
    return deltas.computeIfAbsent(
        alike(method), alike -> new Deltas(of(alike).resampler(), of(alike).replicates()));
  }

  private static Method alike(Method method) {
    return method == Method.BCA ? Method.PERCENTILE : method;
  }
}
