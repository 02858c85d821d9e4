package org.docduel.core.model;

/**
 * A whole number of 64 bits.
 *
 * @param value the number
 */
public record IntegerValue(long value) implements Value {}
