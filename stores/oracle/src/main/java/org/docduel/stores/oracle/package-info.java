/** JSON collection tables of Oracle Database, over Oracle's JDBC driver. */
@NullMarked
package org.docduel.stores.oracle;

import org.jspecify.annotations.NullMarked;
