package org.docduel.core.model;

/** A whole number of 64 bits. */
public record IntegerValue(long value) implements Value {}
