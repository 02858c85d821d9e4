package org.docduel.stats.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Listing;
import org.docduel.stats.report.Html.Mark;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Svg.Ink;
import org.docduel.stats.report.Svg.TextStyle;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.Sidecar.Server;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/** What a reader passes on: the answer as a card and as Markdown, and what makes it again. */
record Share(String title, List<String> measured, List<Statement> lead, List<Mark> marks) {
  private static final TextStyle HEADLINE = new TextStyle(17, Ink.TEXT, Svg.Anchor.START, true);
  private static final double MARGIN = 14;

  /** A fact about the results. */
  private record Fact(String name, String value) {}

  /** The blocks; without a headline there is nothing to share. */
  List<Block> blocks(List<Path> results, List<SidecarFile> files, List<Contest> contests) {
    if (lead.isEmpty()) {
      return List.of();
    }
    Table source =
        new Columns<Fact>()
            .text("fact", "fact", Fact::name)
            .text("value", "value", Fact::value)
            .table("source", "Where these results come from", source(results, files));
    List<Svg> card = List.of(card());
    Optional<byte[]> png = Pixels.png(card);
    String caption =
        "The answer as a picture."
            + (png.isEmpty() ? " This Java has no fonts, so there is no PNG." : "");
    return List.of(
        new Html.Figure("card", caption, card, source, png),
        new Html.Listings(
            "",
            List.of(),
            List.of(
                new Listing("For a pull request", "Markdown", Table.Tone.NONE, text(contests)))),
        new Html.TableBlock(source, true));
  }

  private Svg card() {
    Svg svg = new Svg(lead.get(0).sentence());
    double y = lines(svg, 8, subject(), TextStyle.SMALL, 14);
    y = lines(svg, y + 6, lead.get(0).sentence(), HEADLINE, 22);
    y += 8;
    for (Mark mark : marks) {
      y = lines(svg, y, mark.sign() + " " + mark.text(), TextStyle.LABEL, 18);
    }
    return svg.finish(lines(svg, y + 8, "Measured with DocDuel", TextStyle.SMALL, 18) + 12);
  }

  /** What was measured; its name where nobody put it in words. */
  private String subject() {
    return measured.isEmpty() ? title : measured.get(0);
  }

  /** A text in as many lines as it needs; answers where they end. */
  private static double lines(Svg svg, double top, String text, TextStyle style, double step) {
    double y = top;
    for (String line : style.lines(text, Svg.WIDTH - 2 * MARGIN)) {
      y += step;
      svg.text(MARGIN, y, line, style);
    }
    return y;
  }

  private String text(List<Contest> contests) {
    Output output = new Output(title);
    measured.forEach(output::lead);
    lead.forEach(each -> output.lead(each.sentence()).lead(each.evidence()));
    for (Contest contest : contests) {
      contest
          .ranking()
          .ifPresent(each -> output.table(VerdictTables.pairs(each, contest.displayName())));
    }
    marks.forEach(mark -> output.note(mark.sign() + " " + mark.text()));
    return Format.MARKDOWN.render(output).strip();
  }

  private static List<Fact> source(List<Path> results, List<SidecarFile> files) {
    List<Fact> facts = new ArrayList<>();
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      facts.add(new Fact("arguments", String.join(" ", sidecar.run().command())));
      facts.add(
          new Fact(
              "servers",
              sidecar.servers().stream()
                  .map(Server::label)
                  .distinct()
                  .collect(Collectors.joining(", "))));
      Stream.of("gitRevision", "jvm", "os", "cpu", "cores")
          .forEach(name -> facts.add(new Fact(name, sidecar.environment().getOrDefault(name, ""))));
      facts.add(new Fact("finished", sidecar.run().finished()));
    }
    for (Path path : results) {
      facts.add(new Fact("SHA-256 of " + path.getFileName(), sha256(path)));
    }
    return facts.stream().filter(fact -> !fact.value().isBlank()).distinct().toList();
  }

  private static String sha256(Path path) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(path));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
