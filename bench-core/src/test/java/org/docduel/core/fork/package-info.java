/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.fork;

import org.jspecify.annotations.NullMarked;
