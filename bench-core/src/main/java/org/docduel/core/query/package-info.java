/** What is asked of the documents, in words that every store can translate. */
@NullMarked
package org.docduel.core.query;

import org.jspecify.annotations.NullMarked;
