/**
 * Query suites: a folder of named questions, each written once in every dialect, and the answers
 * that all stores must agree on.
 */
package org.docduel.core.suite;
