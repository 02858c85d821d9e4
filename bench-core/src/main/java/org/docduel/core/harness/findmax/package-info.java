/** The search for the highest rate of updates that a store sustains. */
@NullMarked
package org.docduel.core.harness.findmax;

import org.jspecify.annotations.NullMarked;
