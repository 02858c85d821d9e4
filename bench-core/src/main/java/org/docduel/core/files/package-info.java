/** Documents of a person's own, from NDJSON and CSV files, plain or gzip. */
@NullMarked
package org.docduel.core.files;

import org.jspecify.annotations.NullMarked;
