/** The query suites (W5). */
@NullMarked
package org.docduel.read.suite;

import org.jspecify.annotations.NullMarked;
