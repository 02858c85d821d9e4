/** Makes suites from files of a person's own. */
@NullMarked
package org.docduel.read.suite.init;

import org.jspecify.annotations.NullMarked;
