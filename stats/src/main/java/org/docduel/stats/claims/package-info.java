/** Published claims against what was measured. The claims are data, not code. */
@NullMarked
package org.docduel.stats.claims;

import org.jspecify.annotations.NullMarked;
