package dev.safemcp.cli.console;

import java.util.ArrayList;
import java.util.List;

/** Rows whose columns stand below each other. Not thread-safe. */
public final class Table {
  private static final int GAP = 2;

  private final int indent;
  private final List<List<Part>> rows = new ArrayList<>();

  /**
   * Makes an empty table.
   *
   * @param indent blanks before each row
   */
  public Table(int indent) {
    this.indent = indent;
  }

  /** Adds a row; the last column is as wide as it is. */
  public Table row(Part... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** Writes it. */
  public void print(Console console) {
    List<Integer> widths = new ArrayList<>();
    for (List<Part> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int width = width(console.shown(row.get(i).text()));
        if (i == widths.size()) {
          widths.add(0);
        }
        // The last cell of a row pushes nothing aside.
        widths.set(i, i == row.size() - 1 ? widths.get(i) : Math.max(widths.get(i), width));
      }
    }
    for (List<Part> row : rows) {
      console.write(line(row, widths, console).stripTrailing() + "\n");
    }
  }

  private String line(List<Part> row, List<Integer> widths, Console console) {
    StringBuilder line = new StringBuilder(" ".repeat(indent));
    for (int i = 0; i < row.size(); i++) {
      String shown = console.shown(row.get(i).text());
      line.append(console.styled(row.get(i).style(), shown));
      if (i < row.size() - 1) {
        line.repeat(" ", widths.get(i) - width(shown) + GAP);
      }
    }
    return line.toString();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
