/** InventDB over HTTP, for query suites. Written from its published protocol; no server was met. */
package org.docduel.stores.inventdb;
