/** What every store must do, whoever wrote it. */
@NullMarked
package org.docduel.testkit.contract;

import org.jspecify.annotations.NullMarked;
