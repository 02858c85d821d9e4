/** The command line. Every command is callable as a function. */
@NullMarked
package org.docduel.stats.cli;

import org.jspecify.annotations.NullMarked;
