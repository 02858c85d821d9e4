/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.launch;

import org.jspecify.annotations.NullMarked;
