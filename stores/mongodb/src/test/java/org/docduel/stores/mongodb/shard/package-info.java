@NullMarked
package org.docduel.stores.mongodb.shard;

import org.jspecify.annotations.NullMarked;
