package org.docduel.core.files;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.model.Kind;

/** What the texts of one field say: the kinds that all of them are, and the texts that are not. */
final class TextForms {
  /** Kinds that a text may say a value of. */
  static final List<Kind> KINDS =
      List.of(Kind.INTEGER, Kind.DOUBLE, Kind.DECIMAL, Kind.BOOLEAN, Kind.TIMESTAMP, Kind.JSON);

  /** With more different texts that say no value of a kind, a field is none of that kind. */
  private static final int MAX_MISFITS = 3;

  /** Texts other than null words are exceptions where so many times more say a value. */
  private static final int EXCEPTION = 9;

  /** What programs write for null. */
  private static final Set<String> NULL_TEXTS =
      Set.of(
          "\\N", "NULL", "null", "(null)", "<null>", "Null", "nil", "None", "N/A", "n/a", "#N/A",
          "NA", "NaN", "nan", "-", "--", ".", "?");

  /** Those that nobody means as a text. */
  private static final Set<String> SURE_NULL_TEXTS = Set.of("\\N", "NULL", "(null)", "<null>");

  private static final Pattern GROUPED =
      Pattern.compile("-?\\d{1,3}([,' \u00a0\u202f]\\d{3})+(\\.\\d+)?");

  private static final Pattern SHELL =
      Pattern.compile(
          "(ISODate|ObjectId|NumberLong|NumberInt|NumberDecimal|Timestamp|UUID|BinData)\\(.*\\)");

  private final Map<Kind, Form> forms = new EnumMap<>(Kind.class);
  private Optional<Misfit> nullText = Optional.empty();
  private Optional<Misfit> shell = Optional.empty();

  /** A text that says no value of a kind, shortened, and its line. */
  record Misfit(long line, String text) {
    private boolean isNullText() {
      return NULL_TEXTS.contains(text);
    }

    private boolean isGrouped() {
      return GROUPED.matcher(text).matches();
    }
  }

  /** Of one kind. */
  private static final class Form {
    private final List<Misfit> misfits = new ArrayList<>();
    private long misfitTexts;
    private long fits;

    boolean isOpen() {
      return misfits.size() <= MAX_MISFITS;
    }

    void take(Kind kind, String text, String shortened, long line) {
      if (misfits.stream().anyMatch(misfit -> misfit.text.equals(text))) {
        misfitTexts++;
      } else if (TypedTexts.matches(kind, text)) {
        fits++;
      } else {
        misfitTexts++;
        misfits.add(new Misfit(line, shortened));
      }
    }

    /** Whether it would be a field of this kind but for some texts. */
    boolean isNearly() {
      boolean explained =
          misfits.stream().allMatch(misfit -> misfit.isNullText() || misfit.isGrouped());
      boolean any = fits > 0 || misfits.stream().anyMatch(Misfit::isGrouped);
      return isOpen() && any && (explained || fits >= EXCEPTION * misfitTexts);
    }
  }

  TextForms() {
    KINDS.forEach(kind -> forms.put(kind, new Form()));
  }

  void take(String text, long line) {
    String shortened = Inference.abbreviate(text);
    forms.forEach((kind, form) -> {
      if (form.isOpen()) {
        form.take(kind, text, shortened, line);
      }
    });
    if (nullText.isEmpty() && SURE_NULL_TEXTS.contains(text)) {
      nullText = Optional.of(new Misfit(line, shortened));
    }
    if (shell.isEmpty() && text.endsWith(")") && SHELL.matcher(text).matches()) {
      shell = Optional.of(new Misfit(line, shortened));
    }
  }

  /** Takes a number that a kind does not hold. */
  void takeOther(Kind kind, String number, long line) {
    form(kind).misfits.add(new Misfit(line, Inference.abbreviate(number)));
  }

  private Form form(Kind kind) {
    return forms.getOrDefault(kind, new Form());
  }

  /** Whether all texts say a value of a kind of {@link #KINDS}. */
  boolean isAll(Kind kind) {
    return form(kind).misfits.isEmpty();
  }

  /** The first text that says no value of a kind. */
  Optional<Misfit> firstOther(Kind kind) {
    return form(kind).misfits.stream().findFirst();
  }

  /**
   * What the owner of a field of texts should know of it.
   *
   * @param csv whether a column of a kind was expected where all texts say one
   * @param place names the file and line of a line
   */
  Optional<String> note(String field, boolean csv, Function<Long, String> place) {
    Function<Misfit, String> quoted =
        misfit -> "'" + misfit.text + "' in " + place.apply(misfit.line);
    if (shell.isPresent()) {
      return Optional.of(
          "%s is text, with %s as MongoDB's shell writes it; mongoexport writes values"
              .formatted(field, quoted.apply(shell.get())));
    }
    Optional<Kind> nearly =
        KINDS.stream().filter(kind -> csv && !isAll(kind) && form(kind).isNearly()).findFirst();
    if (nearly.isPresent()) {
      List<Misfit> misfits = form(nearly.get()).misfits;
      String all = misfits.stream().map(quoted).collect(Collectors.joining(" and "));
      return Optional.of(
          "%s is text and no %s because of %s%s"
              .formatted(field, label(nearly.get()), all, cure(misfits)));
    }
    return nullText
        .filter(ignored -> csv)
        .map(misfit ->
            "%s is text, with %s%s".formatted(field, quoted.apply(misfit), cure(List.of(misfit))));
  }

  private static String label(Kind kind) {
    return kind == Kind.INTEGER || kind.isFraction() ? "number" : kind.label();
  }

  private static String cure(List<Misfit> misfits) {
    String cure =
        misfits.stream()
            .filter(Misfit::isNullText)
            .map(misfit -> "'" + misfit.text + "'")
            .collect(Collectors.joining(", "));
    String nulls =
        cure.isEmpty()
            ? ""
            : "; null: [%s] beside file in suite.yaml (suite init --null %s), or an empty field, is null"
                .formatted(cure, cure.replace(", ", " --null "));
    boolean grouped = misfits.stream().anyMatch(Misfit::isGrouped);
    return nulls + (grouped ? "; numbers are written without separators of thousands" : "");
  }
}
