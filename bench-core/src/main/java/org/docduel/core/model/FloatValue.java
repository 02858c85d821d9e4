package org.docduel.core.model;

/** A binary floating-point number that a query computed. Documents have none: theirs are exact. */
public record FloatValue(double value) implements Value {}
