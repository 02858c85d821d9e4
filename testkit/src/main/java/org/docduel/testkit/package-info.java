/** What the tests of several modules share. */
@NullMarked
package org.docduel.testkit;

import org.jspecify.annotations.NullMarked;
