/** Processes and files that must not outlive a run. */
@NullMarked
package org.docduel.core.server.process;

import org.jspecify.annotations.NullMarked;
