/** Statistical verdicts from JMH results. Knows nothing of databases. */
@NullMarked
package org.docduel.stats;

import org.jspecify.annotations.NullMarked;
