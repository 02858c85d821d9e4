package org.docduel.core.model;

/**
 * A document as the application has it in memory, before any store's encoding.
 *
 * @param id the primary key ({@code id} or {@code _id}); not repeated in the body
 * @param body everything else
 */
public record Document(long id, ObjectValue body) {}
