/** Tests of the main package of this name. */
@NullMarked
package org.docduel.core.store.noop;

import org.jspecify.annotations.NullMarked;
