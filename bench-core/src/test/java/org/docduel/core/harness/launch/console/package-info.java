/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.harness.launch.console;

import org.jspecify.annotations.NullMarked;
