/** The command line: what is typed, what is accepted, and the help. */
@NullMarked
package org.docduel.core.harness.launch.arguments;

import org.jspecify.annotations.NullMarked;
