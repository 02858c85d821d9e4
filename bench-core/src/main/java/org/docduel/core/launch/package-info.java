/**
 * The commands of a {@code benchmarks.jar}: a run, its help, a search for the highest rate and a
 * self-test. A run goes through the packages like this:
 *
 * <ol>
 *   <li>{@link org.docduel.core.launch.Launcher}, the main class, turns a command line into an exit
 *       status.
 *   <li>{@link org.docduel.core.launch.cli.Arguments} takes the line apart into the options of
 *       DocDuel and those of JMH.
 *   <li>{@link org.docduel.core.workload.Workload}, a service of each bench module, says which
 *       benchmarks there are, what they need of a store, and which parameters they have.
 *   <li>{@link org.docduel.core.launch.plan.Plan} combines benchmarks, stores and values of
 *       parameters, and skips with a reason what cannot run.
 *   <li>{@link org.docduel.core.server.Servers} starts what servers the stores need, each once and
 *       outside the forks, unless an address of a running server is given.
 *   <li>{@link org.docduel.core.launch.run.Run} has JMH measure fork after fork, each in a virtual
 *       machine of its own, and writes the results so far after each.
 *   <li>{@link org.docduel.core.fork.StoreState} opens the store within a fork, at the address that
 *       the launcher published.
 *   <li>{@link org.docduel.core.spi.Store} is shared by the threads of the benchmark, and gives
 *       each a session of its own.
 *   <li>{@link org.docduel.core.model.Dataset} has the documents, each a function of its index.
 *   <li>{@link org.docduel.core.work.ContentCheck} compares what the store holds with the dataset.
 *   <li>{@link org.docduel.core.fork.ForkFacts} leaves checks, plans and sizes where the launcher
 *       collects them.
 *   <li>{@link org.docduel.core.launch.result.Summary} prints the tables and the verdict, which the
 *       stats module makes of the files of the run.
 * </ol>
 */
package org.docduel.core.launch;
