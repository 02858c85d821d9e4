/** The launcher: from the command line to a plan, the rounds, the results and the exit status. */
@NullMarked
package org.docduel.core.harness.launch;

import org.jspecify.annotations.NullMarked;
