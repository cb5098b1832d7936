package dev.safemcp.safety.redact;

/** The data of Kubernetes' Secret objects, whatever their entries are called. */
final class KubernetesSecrets {
  private static final int NEAR = 64 * 1024;

  private KubernetesSecrets() {}

  static void register(Keywords keywords) {
    keywords.add("kind: Secret", KubernetesSecrets::look);
    keywords.add("kind: \"Secret\"", KubernetesSecrets::look);
    keywords.add("\"kind\": \"Secret\"", KubernetesSecrets::look);
    keywords.add("\"kind\":\"Secret\"", KubernetesSecrets::look);
  }

  private static int look(Scan scan, int at, int length) {
    Subject text = scan.text;
    char after = text.at(at + length);
    if (CharClass.WORD.has(after) || at < scan.objectsSearchedTo) {
      return Rule.NOTHING;
    }
    int i = at;
    int stop = Math.max(scan.objectsSearchedTo, at - NEAR);
    while (i > stop && !isBorder(text, i)) {
      i--;
    }
    int limit = Math.min(text.length(), at + length + NEAR);
    int from = i;
    i = at + length;
    while (i < limit && !isBorder(text, i)) {
      i++;
    }
    scan.objectsSearchedTo = i;
    data(scan, from, i);
    return Rule.NOTHING;
  }

  private static boolean isBorder(Subject text, int at) {
    return text.at(at) == '\n' && text.has(at + 1, "---");
  }

  private static void data(Scan scan, int from, int to) {
    Subject text = scan.text;
    int i = from;
    while (i < to) {
      if ((text.has(i, "data:") || text.has(i, "stringData:"))
          && text.lineEnd(i, 16) < i + 16
          && (i == 0 || Subject.isSpace(text.at(i - 1)))) {
        i = yaml(scan, i, to);
      } else if (text.has(i, "\"data\"") || text.has(i, "\"stringData\"")) {
        i = json(scan, i, to);
      } else {
        i++;
      }
    }
  }

  private static int yaml(Scan scan, int at, int to) {
    Subject text = scan.text;
    int indent = at - text.lineStart(at, 64);
    int line = text.lineEnd(at, 64) + 1;
    while (line < to) {
      int name = text.blanks(line);
      int end = text.lineEnd(name, NEAR);
      if (name - line <= indent) {
        return line;
      }
      int colon = text.skip(name, CharClass.NAME, name + 256);
      if (text.at(colon) == ':') {
        int value = text.blanks(colon + 1);
        value += Subject.isQuote(text.at(value)) ? 1 : 0;
        int valueEnd = end > value && Subject.isQuote(text.at(end - 1)) ? end - 1 : end;
        add(scan, value, valueEnd);
      } else {
        add(scan, name, end);
      }
      line = end + (text.at(end) == '\r' ? 2 : 1);
    }
    return line;
  }

  private static int json(Scan scan, int at, int to) {
    Subject text = scan.text;
    int i = at + 6;
    while (i < to && text.at(i) != '{') {
      i++;
    }
    while (i < to && text.at(i) != '}') {
      boolean value = text.at(i) == ':' && text.at(text.blanks(i + 1)) == '"';
      if (value) {
        int start = text.blanks(i + 1) + 1;
        int end = start;
        while (end < to && text.at(end) != '"' && text.at(end) != '\n') {
          end++;
        }
        add(scan, start, end);
        i = end;
      }
      i++;
    }
    return i;
  }

  private static void add(Scan scan, int start, int end) {
    if (end <= start) {
      return;
    }
    String value = scan.text.slice(start, Math.min(end, start + Placeholders.LOOK));
    if (!Placeholders.isPlaceholder(value) && !value.equals("|") && !value.startsWith("|")) {
      scan.found.add(start, end, "kubernetes-secret");
    }
  }
}
