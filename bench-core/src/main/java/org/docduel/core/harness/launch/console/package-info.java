/** What a person sees while a run goes on and when it ends. */
@NullMarked
package org.docduel.core.harness.launch.console;

import org.jspecify.annotations.NullMarked;
