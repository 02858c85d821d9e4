/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.harness.launch.arguments;

import org.jspecify.annotations.NullMarked;
