/** The files that a run leaves: written as transactions. */
@NullMarked
package org.docduel.core.harness.launch.files;

import org.jspecify.annotations.NullMarked;
