/** What stores on SQL databases share: statements, errors, conditions and readers. */
@NullMarked
package org.docduel.stores.jdbc;

import org.jspecify.annotations.NullMarked;
