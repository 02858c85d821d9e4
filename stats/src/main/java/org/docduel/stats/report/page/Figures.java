package org.docduel.stats.report.page;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.report.chart.Chart;
import org.docduel.stats.report.draw.Drawing;

/**
 * Draws the figures of a report. A figure that cannot be drawn becomes a table and a failure; a
 * page has no more figures than people look at.
 */
public final class Figures {
  private final int most;
  private final List<String> failures = new ArrayList<>();
  private int drawn;
  private int left;

  /**
   * For a page.
   *
   * @param most how many figures it has at most
   */
  public Figures(int most) {
    this.most = most;
  }

  /**
   * A figure, or the table of its numbers when there are too many figures or this one fails.
   *
   * @param name of its file; one that is taken gets a number
   * @param caption what it shows and how to read it
   * @param chart the picture
   * @param numbers behind the picture
   */
  public Block draw(String name, String caption, Chart chart, DataTable numbers) {
    if (drawn >= most) {
      left++;
      return new Block.TableBlock(numbers, true);
    }
    try {
      Drawing wide = chart.draw(Chart.WIDE);
      Drawing narrow = chart.draw(Chart.NARROW);
      drawn++;
      return new Block.Figure(name, caption, wide, narrow, numbers);
    } catch (RuntimeException e) {
      failures.add("The figure %s could not be drawn: %s".formatted(name, e));
      return new Block.TableBlock(numbers, false);
    }
  }

  /** A sentence for each figure that failed. */
  public List<String> failures() {
    return List.copyOf(failures);
  }

  /** How many figures were left out because there were too many. */
  public int left() {
    return left;
  }
}
