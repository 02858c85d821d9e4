/** Tests of the main package of this name. */
@NullMarked
package org.docduel.core.harness.verify;

import org.jspecify.annotations.NullMarked;
