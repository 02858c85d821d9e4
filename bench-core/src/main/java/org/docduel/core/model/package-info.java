/**
 * The logical document: one value tree that every store encodes for itself, and the datasets that
 * make it.
 */
@NullMarked
package org.docduel.core.model;

import org.jspecify.annotations.NullMarked;
