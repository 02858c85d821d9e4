/**
 * The commands of a {@code benchmarks.jar}: a run, its help, a search for the highest rate and a
 * self-test. Each takes a command line through the stages below ({@code cli}, {@code plan}, {@code
 * run} with {@code result}) to an exit status.
 */
package org.docduel.core.launch;
