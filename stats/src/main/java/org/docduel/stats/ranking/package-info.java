/** Who is better than whom: what the console, the commands and the report show alike. */
@NullMarked
package org.docduel.stats.ranking;

import org.jspecify.annotations.NullMarked;
