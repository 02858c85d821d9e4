package org.docduel.update;

import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.spi.ContentReader;

/** Something to be checked of a collection's content. */
@FunctionalInterface
interface Check {
  ContentCheck.Outcome of(ContentReader reader);
}
