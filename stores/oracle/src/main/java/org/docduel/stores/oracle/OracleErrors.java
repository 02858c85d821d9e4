package org.docduel.stores.oracle;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.SqlErrors;

/**
 * The driver's exceptions as one line each, with Oracle's code and what to do about it (Database
 * Error Messages 23ai).
 */
public enum OracleErrors implements SqlErrors.Vendor {
  /** By Oracle's codes. */
  CODES;

  /** The user lacks a right. */
  static final int LACKS_PRIVILEGE = 1031;

  /** No table or view, or none that this user may see. */
  static final int NOT_THERE = 942;

  /** DDL_LOCK_TIMEOUT has passed. */
  private static final int LOCKED = 54;

  private static final Pattern CONNECTION_ID = Pattern.compile("\\s*\\(CONNECTION_ID=[^)]*\\)");

  private static final String ENLARGE = "enlarge that tablespace, or drop what is not needed";
  private static final String START = "start that server or correct the address";
  private static final String GRANT =
      "have an administrator run GRANT DB_DEVELOPER_ROLE TO the address's user";

  private static final Map<Integer, String> REMEDIES =
      Map.ofEntries(
          Map.entry(1017, "correct its user and password"),
          Map.entry(1005, "give a password"),
          Map.entry(1045, "have an administrator run GRANT CREATE SESSION TO that user"),
          Map.entry(28000, "have an administrator run ALTER USER that user ACCOUNT UNLOCK"),
          Map.entry(28001, "give that user a new password"),
          Map.entry(12514, "correct the service, the part after the last slash (FREEPDB1 in Free)"),
          Map.entry(12505, "correct the SID, or name a service: //HOST:PORT/SERVICE"),
          Map.entry(12541, START),
          Map.entry(17002, START),
          Map.entry(17868, START),
          Map.entry(1034, "start that database"),
          Map.entry(LACKS_PRIVILEGE, GRANT),
          Map.entry(1950, "have an administrator give that user a quota on the tablespace"),
          Map.entry(1536, "have an administrator raise that user's quota on the tablespace"),
          Map.entry(1652, ENLARGE),
          Map.entry(1653, ENLARGE),
          Map.entry(1654, ENLARGE),
          Map.entry(1658, ENLARGE),
          Map.entry(1688, ENLARGE),
          Map.entry(1691, ENLARGE),
          Map.entry(12954, "Oracle Free holds 12 GB of user data: take fewer documents"),
          Map.entry(4031, "Oracle Free has 2 GB of memory: take fewer sessions"),
          Map.entry(4036, "Oracle Free has 2 GB of memory: take fewer sessions"),
          Map.entry(18, "raise the server's SESSIONS, or take fewer threads"),
          Map.entry(20, "raise the server's PROCESSES, or take fewer threads"),
          Map.entry(12516, "raise the server's PROCESSES, or take fewer threads"));

  /** Connections lost or refused, a server that goes down, and space or memory that is used up. */
  private static final Set<Integer> SERVERS =
      Set.of(
          28, 600, 1012, 1033, 1034, 1089, 1092, 1652, 1653, 1654, 1658, 1688, 1691, 3113, 3114,
          3135, 4031, 4036, 12537, 12541, 12570, 12571, 12954, 17002, 17008, 17410, 17868);

  /** A key that is there already, and values that are too long. */
  private static final Set<Integer> DOCUMENTS = Set.of(1, 1450, 1461, 12899);

  // SQL/JSON errors: what a value is, its depth and its size.
  private static final int FIRST_JSON = 40_400;
  private static final int LAST_JSON = 40_999;

  @Override
  public boolean endsTheRun(SQLException e) {
    return SERVERS.contains(e.getErrorCode());
  }

  @Override
  public boolean rejectsDocument(SQLException e) {
    int code = e.getErrorCode();
    return DOCUMENTS.contains(code) || (code >= FIRST_JSON && code <= LAST_JSON);
  }

  @Override
  public boolean lacksTable(SQLException e) {
    return e.getErrorCode() == NOT_THERE;
  }

  @Override
  public String line(SQLException e) {
    return problem(e);
  }

  /**
   * What the server said, without the address of its help page.
   *
   * @param e what the driver threw
   * @return one line that begins with Oracle's code when it has one
   */
  public static String problem(SQLException e) {
    String first = String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("");
    String message = CONNECTION_ID.matcher(first).replaceAll("").strip().replaceFirst("\\.$", "");
    boolean coded = message.startsWith("ORA-") || e.getErrorCode() == 0;
    return coded ? message : String.format("ORA-%05d: %s", e.getErrorCode(), message);
  }

  @Override
  public String remedy(SQLException e) {
    return e.getErrorCode() == LOCKED
        ? "end the session that has it; " + Waits.ofProcess().passed(Waits.ANSWER)
        : REMEDIES.getOrDefault(e.getErrorCode(), "");
  }
}
