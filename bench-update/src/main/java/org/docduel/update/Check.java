package org.docduel.update;

import org.docduel.core.spi.ContentReader;
import org.docduel.core.work.ContentCheck;

/** Something to be checked of a collection's content. */
@FunctionalInterface
interface Check {
  ContentCheck.Outcome of(ContentReader reader);
}
