package org.docduel.core.query;

/**
 * A query with the name that a publication gave it.
 *
 * @param name such as {@code S1}
 */
public record Scenario(String name, String title, Query query) {}
