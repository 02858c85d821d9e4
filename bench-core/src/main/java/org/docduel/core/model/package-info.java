/**
 * The logical document: one value tree that every store encodes for itself, and the datasets that
 * make it.
 */
package org.docduel.core.model;
