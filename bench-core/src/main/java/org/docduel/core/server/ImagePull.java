package org.docduel.core.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem.ProgressDetail;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Pulls images, and reports layers and megabytes while it does. */
final class ImagePull {
  private static final long REPORT_NANOS = 2_000_000_000L;

  private final DockerClient client;
  private final Consumer<String> progress;

  ImagePull(DockerClient client, Consumer<String> progress) {
    this.client = client;
    this.progress = progress;
  }

  /**
   * Pulls an image unless the engine has it. An interrupt ends the pull.
   *
   * @throws ContainerFailure when it cannot be pulled
   */
  void unlessThere(String image) throws ContainerFailure {
    try {
      client.inspectImageCmd(image).exec();
      return;
    } catch (NotFoundException missing) {
      progress.accept("pulling the image " + image);
    }
    try (Progress pulling = new Progress(image)) {
      client.pullImageCmd(image).exec(pulling).awaitCompletion();
      client.inspectImageCmd(image).exec();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while the image " + image + " is pulled", e);
    } catch (java.io.IOException | RuntimeException e) {
      throw ContainerFailure.of("the image " + image + " cannot be pulled", image, e);
    }
  }

  /** Of one pull: the bytes of each layer. */
  private final class Progress extends PullImageResultCallback {
    private final String image;
    private final Map<String, ProgressDetail> layers = new ConcurrentHashMap<>();
    private volatile long reported = System.nanoTime();

    Progress(String image) {
      this.image = image;
    }

    @Override
    public void onNext(PullResponseItem item) {
      super.onNext(item);
      ProgressDetail detail = item.getProgressDetail();
      if ("Downloading".equals(item.getStatus()) && detail != null && item.getId() != null) {
        layers.put(item.getId(), detail);
      }
      if (!layers.isEmpty() && System.nanoTime() - reported > REPORT_NANOS) {
        reported = System.nanoTime();
        progress.accept(
            "pulling the image %s: %d of %d MB in %d layers"
                .formatted(image, megabytes(false), megabytes(true), layers.size()));
      }
    }

    private long megabytes(boolean total) {
      return layers.values().stream()
              .map(detail -> total ? detail.getTotal() : detail.getCurrent())
              .mapToLong(bytes -> bytes == null ? 0 : bytes)
              .sum()
          >> 20;
    }
  }
}
