package org.docduel.stats.analysis;

import java.util.EnumMap;
import java.util.Map;
import org.docduel.stats.resample.Bootstrap;
import org.docduel.stats.resample.Replicates;
import org.docduel.stats.resample.Resampler;
import org.docduel.stats.resample.Streams;

/** The resamples of one row. Methods that resample alike share them. */
final class Draws {
  private final Resamplers resamplers;
  private final Bootstrap bootstrap;
  private final Streams streams;
  private final Contrast contrast;
  private final Map<Method, Drawn> drawn = new EnumMap<>(Method.class);
  private final Map<Method, Deltas> deltas = new EnumMap<>(Method.class);

  /** A resampler and what it drew. */
  record Drawn(Resampler resampler, Replicates replicates) {}

  Draws(Resamplers resamplers, Bootstrap bootstrap, Streams streams, Contrast contrast) {
    this.resamplers = resamplers;
    this.bootstrap = bootstrap;
    this.streams = streams;
    this.contrast = contrast;
  }

  Contrast contrast() {
    return contrast;
  }

  int resamples() {
    return bootstrap.resamples();
  }

  Resampler resampler(Method method) {
    return resamplers.of(method, contrast);
  }

  Drawn of(Method method) {
    return drawn.computeIfAbsent(
        alike(method),
        alike -> {
          Resampler resampler = resampler(alike);
          return new Drawn(resampler, bootstrap.run(resampler, streams));
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
