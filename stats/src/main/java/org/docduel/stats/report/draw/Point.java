package org.docduel.stats.report.draw;

/** A place in a drawing; y grows downwards. */
public record Point(double x, double y) {}
