package org.docduel.stats.claims;

import java.util.List;
import org.docduel.stats.jmh.JmhResult;

/**
 * The claims of a publication.
 *
 * @param publication who makes them
 * @param tables numbers that the publication prints, a result each
 * @param claims the claims, in their order
 */
public record ClaimFile(Publication publication, List<JmhResult> tables, List<Claim> claims) {
  /** Copies the lists. */
  public ClaimFile {
    tables = List.copyOf(tables);
    claims = List.copyOf(claims);
  }
}
