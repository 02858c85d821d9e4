/**
 * The life of a run: a plan comes in, servers are started and forks measured in order, and what
 * they say goes into the record of {@code result}.
 */
package org.docduel.core.launch.run;
