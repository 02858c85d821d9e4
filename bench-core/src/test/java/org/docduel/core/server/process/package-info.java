/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.server.process;

import org.jspecify.annotations.NullMarked;
