/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.server;

import org.jspecify.annotations.NullMarked;
