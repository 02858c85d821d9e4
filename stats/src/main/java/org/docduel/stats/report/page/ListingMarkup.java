package org.docduel.stats.report.page;

import static org.docduel.stats.report.draw.Markup.escape;

/** Writes texts side by side as HTML; on a narrow screen they stand under each other. */
final class ListingMarkup {

  private static final int DEEPEST = 9;

  private final StringBuilder html = new StringBuilder();

  private ListingMarkup() {}

  static String of(Block.Listings listings) {
    ListingMarkup markup = new ListingMarkup();
    listings.groups().forEach(markup::group);
    return markup.html.toString();
  }

  private void group(Block.ListingGroup group) {
    html.append("<details class=\"listings\"").append(group.open() ? " open>" : ">");
    html.append("<summary>").append(escape(group.heading())).append("</summary>\n<div>\n");
    group.listings().forEach(this::listing);
    html.append("</div>\n</details>\n");
  }

  private void listing(Block.Listing listing) {
    html.append("<section class=\"listing\">\n<h4>").append(escape(listing.title()));
    html.append(" <span class=\"").append(listing.emphasis().cssClass()).append("\">");
    html.append(escape(listing.remark())).append("</span></h4>\n<ul>\n");
    for (Block.ListingLine line : listing.lines()) {
      html.append("<li class=\"d").append(Math.min(line.depth(), DEEPEST)).append("\">");
      line.runs().forEach(this::run);
      html.append("</li>\n");
    }
    html.append("</ul>\n</section>\n");
  }

  private void run(Block.Run run) {
    switch (run.mark()) {
      case SAME -> html.append(escape(run.text()));
      case WORD -> html.append("<mark>").append(escape(run.text())).append("</mark>");
      case STEP ->
          html.append("<mark class=\"step\">").append(escape(run.text())).append("</mark>");
    }
  }
}
