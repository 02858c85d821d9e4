/** What will run, what will not and why, and in which order. */
@NullMarked
package org.docduel.core.harness.launch.plan;

import org.jspecify.annotations.NullMarked;
