/** Tables and numbers as people and programs read them. Renderers only render. */
@NullMarked
package org.docduel.stats.table;

import org.jspecify.annotations.NullMarked;
