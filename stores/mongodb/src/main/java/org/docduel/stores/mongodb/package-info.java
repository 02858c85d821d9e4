/**
 * Any server that speaks MongoDB's protocol, over MongoDB's synchronous driver. The server is asked
 * what it is: a result belongs to the product that was really there.
 */
package org.docduel.stores.mongodb;
