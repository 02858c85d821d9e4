/** What a store does that answers the questions of a query suite. */
@NullMarked
package org.docduel.core.spi.suite;

import org.jspecify.annotations.NullMarked;
