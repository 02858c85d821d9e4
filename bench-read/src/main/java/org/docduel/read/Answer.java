package org.docduel.read;

/**
 * What a query gives, without the rows.
 *
 * @param rows how many
 * @param digest 32 hexadecimal digits that depend on which rows, and not on their order
 */
public record Answer(long rows, String digest) {}
