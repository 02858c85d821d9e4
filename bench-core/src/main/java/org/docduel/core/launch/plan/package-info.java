/**
 * What will run: arguments, workload and stores come in, the combinations and forks to run go out,
 * and what is skipped with its reason. Nothing is started.
 */
package org.docduel.core.launch.plan;
