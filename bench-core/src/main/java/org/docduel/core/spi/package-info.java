/**
 * What a store is to a workload: providers found by ServiceLoader, stores, sessions, and the roles
 * a session hands out.
 */
package org.docduel.core.spi;
