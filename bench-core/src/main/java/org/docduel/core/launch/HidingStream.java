package org.docduel.core.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Passes text on line by line, each changed by a function. For UTF-8. */
public final class HidingStream extends OutputStream {
  private final OutputStream out;
  private final UnaryOperator<String> hide;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * Over another stream.
   *
   * @param out takes the changed text; closed with this stream
   * @param hide what is done to each line
   */
  public HidingStream(OutputStream out, UnaryOperator<String> hide) {
    this.out = out;
    this.hide = hide;
  }

  @Override
  public synchronized void write(int b) throws IOException {
    line.write(b);
    if (b == '\n') {
      pass();
    }
  }

  private void pass() throws IOException {
    out.write(hide.apply(line.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
    line.reset();
  }

  @Override
  public void flush() throws IOException {
    out.flush(); // what has no end of line yet stays: half a secret could not be told
  }

  @Override
  public synchronized void close() throws IOException {
    pass();
    out.close();
  }
}
