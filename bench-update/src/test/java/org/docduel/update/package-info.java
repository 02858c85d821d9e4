/** Tests of the update workload. */
@NullMarked
package org.docduel.update;

import org.jspecify.annotations.NullMarked;
