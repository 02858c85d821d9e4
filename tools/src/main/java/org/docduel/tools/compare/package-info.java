/** Runs the sides of a comparison and judges them: which there are, their forks, the verdict. */
@NullMarked
package org.docduel.tools.compare;

import org.jspecify.annotations.NullMarked;
