/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.harness.findmax;

import org.jspecify.annotations.NullMarked;
