package org.docduel.testkit;

import static org.assertj.core.api.Assumptions.assumeThat;

import org.docduel.core.server.DockerEngine;

/** The Docker engine of this machine, for tests that need a real one; nothing is pulled. */
public final class TestEngine {
  private TestEngine() {}

  /** Skips the test unless an engine answers that has an image. */
  public static void requireImage(String image) {
    assumeThat(DockerEngine.ofProcess().architectureOf(image))
        .as("no Docker engine with the image " + image + " answers here")
        .isPresent();
  }
}
