/** Recording latencies, and when operations are due. */
@NullMarked
package org.docduel.core.harness.record;

import org.jspecify.annotations.NullMarked;
