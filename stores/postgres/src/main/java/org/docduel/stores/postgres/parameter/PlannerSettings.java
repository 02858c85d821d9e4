package org.docduel.stores.postgres.parameter;

/** How sessions that read are planned. Parallel workers and just-in-time compilation are off. */
public enum PlannerSettings {
  /** By the server's own settings. */
  SERVER,
  /** By those of the published runs of indexed reads. */
  PUBLISHED
}
