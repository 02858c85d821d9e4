/** Tests of the main package of this name. */
@NullMarked
package org.docduel.core.model;

import org.jspecify.annotations.NullMarked;
