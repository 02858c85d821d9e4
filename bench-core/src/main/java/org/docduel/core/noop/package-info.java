/**
 * No store at all: documents are encoded and thrown away. What remains is the client's own work,
 * the floor under every other store's time.
 */
package org.docduel.core.noop;
