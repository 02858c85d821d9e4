/** The driver: clients with limits, and what can go wrong with them. */
@NullMarked
package org.docduel.stores.mongodb.client;

import org.jspecify.annotations.NullMarked;
