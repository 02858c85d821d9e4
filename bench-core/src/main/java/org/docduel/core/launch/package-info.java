/** One run: arguments, plan, servers, forks, files, summary. */
@NullMarked
package org.docduel.core.launch;

import org.jspecify.annotations.NullMarked;
