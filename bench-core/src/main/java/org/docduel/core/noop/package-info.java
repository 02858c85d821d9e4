/**
 * No store at all: documents are encoded and thrown away. What remains is the client's own work,
 * the floor under every other store's time.
 */
@NullMarked
package org.docduel.core.noop;

import org.jspecify.annotations.NullMarked;
