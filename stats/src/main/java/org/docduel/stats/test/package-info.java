/** The superiority test, its methods, overall rows and multiplicity correction. */
@NullMarked
package org.docduel.stats.test;

import org.jspecify.annotations.NullMarked;
