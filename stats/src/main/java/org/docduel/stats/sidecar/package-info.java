/**
 * The sidecar: a JSON file beside a result file that says what JMH's JSON cannot, such as machine,
 * servers, settings, stored sizes, checks, plans and skips. One schema for who writes it and who
 * reads it. Any harness may write one; results without a sidecar are normal.
 *
 * <p>Readers pass over fields they do not know, and take an absent field as empty.
 */
package org.docduel.stats.sidecar;
