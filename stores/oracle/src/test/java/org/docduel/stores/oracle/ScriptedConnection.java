package org.docduel.stores.oracle;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Store;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC connection that writes down what it is asked and answers as it is told: rows by statement,
 * failures by statement. It knows no SQL.
 */
final class ScriptedConnection {
  final List<String> log = new ArrayList<>();
  private final Map<String, List<Object[]>> rows = new HashMap<>();
  private final Map<String, Deque<SQLException>> failures = new HashMap<>();
  private String banner =
      "Oracle Database 23ai Free Release 23.0.0.0.0 - Develop, Learn, and Run for Free\n"
          + "Version 23.5.0.24.07";
  private int version = 23;

  void answer(String sql, Object[]... answer) {
    rows.put(sql, Arrays.asList(answer));
  }

  /** The next execution of the statement fails; {@code commit} is one. */
  void fail(String sql, int code, String message) {
    failures
        .computeIfAbsent(sql, key -> new ArrayDeque<>())
        .add(new SQLException(message + "\nhttps://docs.oracle.com/error-help/db/", "99999", code));
  }

  void version(int newVersion, String newBanner) {
    version = newVersion;
    banner = newBanner;
  }

  /** What was done since the last time. */
  List<String> drain() {
    List<String> drained = List.copyOf(log);
    log.clear();
    return drained;
  }

  /** A store on it. */
  Store open(StoreConfig config) {
    return OracleProvider.open(this::open, new ServerAddress("jdbc:oracle:thin:@//db/X"), config);
  }

  /** Connects to it, as {@link OracleAddress.Opener}. */
  Connection open(ServerAddress address, Duration reach, Duration answer) {
    write("wait " + answer.toMillis());
    return connection();
  }

  private Connection connection() {
    return proxy(
        Connection.class,
        (proxy, method, args) ->
            switch (method.getName()) {
              case "prepareStatement" -> statement(PreparedStatement.class, (String) args[0]);
              case "prepareCall" -> statement(CallableStatement.class, (String) args[0]);
              case "createStatement" -> statement(Statement.class, null);
              case "getMetaData" -> metaData();
              case "isClosed" -> false;
              case "equals" -> true; // with the one that there is
              case "setAutoCommit" -> write("autocommit " + args[0]);
              case "commit", "rollback", "close" -> {
                write(method.getName());
                throwIfScripted(method.getName());
                yield null;
              }
              default -> throw unexpected(method);
            });
  }

  private <T> T statement(Class<T> type, @Nullable String prepared) {
    if (prepared != null) {
      write("prepare " + prepared);
    }
    return proxy(
        type,
        (proxy, method, args) -> {
          String sql = prepared != null ? prepared : args == null ? "" : args[0].toString();
          return switch (method.getName()) {
            case "setObject" -> write("set " + args[0] + " " + args[1].getClass().getSimpleName());
            case "setLong", "setString" -> write("set " + args[0] + " = " + args[1]);
            case "addBatch", "clearBatch" -> write(method.getName());
            case "setFetchSize" -> null;
            case "close" -> null;
            case "execute", "executeBatch", "executeLargeUpdate", "executeQuery" -> {
              write(method.getName() + (prepared == null ? " " + sql : ""));
              throwIfScripted(sql);
              yield switch (method.getName()) {
                case "execute" -> false;
                case "executeBatch" -> new int[0];
                case "executeLargeUpdate" -> 1L;
                default -> resultSet(rows.getOrDefault(sql, List.of()));
              };
            }
            default -> throw unexpected(method);
          };
        });
  }

  private static ResultSet resultSet(List<Object[]> answer) {
    Iterator<Object[]> remaining = answer.iterator();
    Object[][] current = new Object[1][];
    return proxy(
        ResultSet.class,
        (proxy, method, args) ->
            switch (method.getName()) {
              case "next" -> {
                boolean more = remaining.hasNext();
                if (more) {
                  current[0] = remaining.next();
                }
                yield more;
              }
              case "getLong" -> ((Number) current[0][(int) args[0] - 1]).longValue();
              case "getInt" -> ((Number) current[0][(int) args[0] - 1]).intValue();
              case "getString", "getObject" -> current[0][(int) args[0] - 1];
              case "close" -> null;
              default -> throw unexpected(method);
            });
  }

  private DatabaseMetaData metaData() {
    return proxy(
        DatabaseMetaData.class,
        (proxy, method, args) ->
            switch (method.getName()) {
              case "getDatabaseMajorVersion" -> version;
              case "getDatabaseProductVersion" -> banner;
              default -> throw unexpected(method);
            });
  }

  private @Nullable Object write(String line) {
    log.add(line);
    return null;
  }

  private void throwIfScripted(String sql) throws SQLException {
    Deque<SQLException> pending = failures.get(sql);
    if (pending != null && !pending.isEmpty()) {
      throw pending.remove();
    }
  }

  private static UnsupportedOperationException unexpected(Method method) {
    return new UnsupportedOperationException("the script has no " + method);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ScriptedConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
