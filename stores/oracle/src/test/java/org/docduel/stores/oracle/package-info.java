/** Statements, protocol and errors, without a server. */
@NullMarked
package org.docduel.stores.oracle;

import org.jspecify.annotations.NullMarked;
