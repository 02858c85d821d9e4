/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.harness.jmh;

import org.jspecify.annotations.NullMarked;
