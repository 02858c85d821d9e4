/**
 * A store from outside: documents in the memory of a small server, over TCP. It is complete enough
 * to take part in inserts, bulk loads, indexed reads and updates.
 */
@NullMarked
package com.example.memory;

import org.jspecify.annotations.NullMarked;
