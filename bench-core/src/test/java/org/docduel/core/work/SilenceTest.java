package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
@Tag("M7")
class SilenceTest {
  private final StoreException error = new StoreException("connection refused");

  private final AtomicLong clock = new AtomicLong();
  private final Silence silence =
      new Silence(Duration.ofSeconds(30), Duration.ofDays(1), clock::get, line -> {});

  @Test
  void toleratesFailuresUpToTheLimit() {
    silence.start();
    pass(30);
    assertThatCode(() -> silence.check("refused", error)).doesNotThrowAnyException();
    pass(1);
    assertThatThrownBy(() -> silence.check("refused", error))
        .isInstanceOf(ServerFailureException.class)
        .hasMessageContaining("nothing for 30 s")
        .hasMessageContaining("DOCDUEL_SILENCE_SECONDS")
        .hasMessageContaining("refused");
  }

  @Test
  void acknowledgementResetsTimer() {
    silence.start();
    pass(29);
    silence.acknowledged(clock.get());
    pass(29);
    assertThatCode(() -> silence.check("refused", error)).doesNotThrowAnyException();
  }

  @Test
  void excludesPauseButCountsSilenceBeforeIt() {
    silence.start();
    pass(20);
    silence.end();
    pass(3600);
    silence.start();
    pass(9);
    assertThatCode(() -> silence.check("refused", error)).doesNotThrowAnyException();
    pass(2);
    assertThatThrownBy(() -> silence.check("refused", error))
        .isInstanceOf(ServerFailureException.class);
  }

  @Test
  void detectsAttemptsThatDoNotReturn() throws Exception {
    CompletableFuture<String> ended = new CompletableFuture<>();
    Silence watched =
        new Silence(
            Duration.ofSeconds(30), Duration.ofMillis(50), System::nanoTime, ended::complete);
    watched.start();
    assertThat(ended.get(60, TimeUnit.SECONDS)).contains("DOCDUEL_ANSWER_SECONDS");
  }

  @Test
  void watchesOnlyWhileAnIterationRuns() throws InterruptedException {
    long before = watches();
    List<Silence> trials =
        Stream.generate(() ->
                new Silence(Duration.ofSeconds(30), Duration.ofDays(1), clock::get, line -> {}))
            .limit(3)
            .toList();
    trials.forEach(Silence::start);
    assertThat(watches()).isEqualTo(before + 3);
    trials.subList(0, 2).forEach(Silence::end);
    trials.get(2).stop();
    for (int i = 0; i < 500 && watches() > before; i++) {
      Thread.sleep(20);
    }
    assertThat(watches()).isEqualTo(before);
  }

  private static long watches() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("docduel-silence"))
        .count();
  }

  @Test
  void namesInvalidSetting() {
    Settings settings = Settings.of(Map.of("DOCDUEL_SILENCE_SECONDS", "soon"), new Properties());
    assertThatThrownBy(() -> Waits.of(settings))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("DOCDUEL_SILENCE_SECONDS=soon");
  }

  private void pass(int seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
