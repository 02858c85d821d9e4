/** The update workload (W3): one number in one document at a time, found by a key. */
@NullMarked
package org.docduel.update;

import org.jspecify.annotations.NullMarked;
