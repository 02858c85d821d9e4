/**
 * A store from outside: documents in the memory of the process that opens it. It is complete enough
 * to take part in inserts, bulk loads, indexed reads and updates.
 */
package com.example.memory;
