/** The ways to have its server. */
@NullMarked
package org.docduel.stores.mongodb.server;

import org.jspecify.annotations.NullMarked;
