package org.docduel.core.model;

/** A document as the application has it in memory, before any store's encoding. */
public record Document(long id, ObjectValue body) {}
