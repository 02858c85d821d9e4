package org.docduel.stats.report.page;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.FloatSize;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.docduel.stats.report.draw.Drawing;

/** Pictures for documents that take no SVG: twice the drawing's size, in the light colours. */
final class Png {

  private static final int SCALE = 2;

  private Png() {}

  static byte[] of(Drawing drawing) throws IOException {
    byte[] svg = drawing.plain(Fonts.family()).getBytes(StandardCharsets.UTF_8);
    SVGDocument document =
        new SVGLoader().load(new ByteArrayInputStream(svg), null, LoaderContext.createDefault());
    if (document == null) {
      throw new IOException("the drawing '" + drawing.title() + "' cannot be rasterised");
    }
    FloatSize size = document.size();
    BufferedImage image =
        new BufferedImage(
            Math.round(size.width * SCALE),
            Math.round(size.height * SCALE),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.scale(SCALE, SCALE);
    document.render(null, graphics);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (!ImageIO.write(image, "png", out)) {
      throw new IOException("this Java has no PNG writer");
    }
    return out.toByteArray();
  }
}
