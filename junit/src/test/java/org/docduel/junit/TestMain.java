package org.docduel.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the test classes that are named, and prints how each test ended: {@code FAILED: message}.
 */
final class TestMain {
  private TestMain() {}

  public static void main(String[] classes) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
    for (String name : classes) {
      request.selectors(selectClass(name));
    }
    LauncherDiscoveryRequest built = request.build();
    LauncherFactory.create()
        .execute(
            built,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  String message =
                      result
                          .getThrowable()
                          .map(e -> e.getClass().getSimpleName() + ": " + e.getMessage())
                          .orElse("");
                  System.out.println(result.getStatus() + ": " + message);
                }
              }
            });
  }
}
