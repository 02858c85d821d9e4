@NullMarked
package org.docduel.stores.mongodb.client;

import org.jspecify.annotations.NullMarked;
