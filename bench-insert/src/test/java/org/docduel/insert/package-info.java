/** Tests of the insert workload. */
@NullMarked
package org.docduel.insert;

import org.jspecify.annotations.NullMarked;
