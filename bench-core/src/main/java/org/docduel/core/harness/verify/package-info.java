/** Checks that a store gives back what it was sent. */
@NullMarked
package org.docduel.core.harness.verify;

import org.jspecify.annotations.NullMarked;
