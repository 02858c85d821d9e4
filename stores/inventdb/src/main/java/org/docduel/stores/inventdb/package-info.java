/** InventDB over HTTP, for query suites. Written from its published protocol; no server was met. */
@NullMarked
package org.docduel.stores.inventdb;

import org.jspecify.annotations.NullMarked;
