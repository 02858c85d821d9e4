/** What every store must do, whoever wrote it. */
@NullMarked
package org.docduel.core.store;

import org.jspecify.annotations.NullMarked;
