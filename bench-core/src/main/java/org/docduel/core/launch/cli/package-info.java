/**
 * One command line: words come in, validated arguments, JMH's options and settings go out. Nothing
 * is started or looked up but the list of benchmarks.
 */
package org.docduel.core.launch.cli;
