/** Recording latencies, and when operations are due. */
@NullMarked
package org.docduel.core.record;

import org.jspecify.annotations.NullMarked;
