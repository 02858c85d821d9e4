package org.docduel.core.query;

/**
 * A query with the name that a publication gave it.
 *
 * @param name such as {@code S1}
 * @param title a few words, such as {@code expr_eq_num}
 * @param query what is asked
 */
public record Scenario(String name, String title, Query query) {}
