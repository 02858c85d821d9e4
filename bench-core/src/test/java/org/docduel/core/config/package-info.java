/** Tests of the package of the same name. */
@NullMarked
package org.docduel.core.config;

import org.jspecify.annotations.NullMarked;
