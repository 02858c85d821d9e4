/** Open-loop runs: operations fall due at an asked rate, whatever the system does. */
@NullMarked
package org.docduel.stats.load;

import org.jspecify.annotations.NullMarked;
