/** Tests of the main package of this name. */
@NullMarked
package org.docduel.core.encoding;

import org.jspecify.annotations.NullMarked;
