/** What a module may know of the others, as rules that its own test applies to it. */
@NullMarked
package org.docduel.testkit.walls;

import org.jspecify.annotations.NullMarked;
