/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.group;

import org.jspecify.annotations.NullMarked;
