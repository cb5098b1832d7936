package dev.safemcp.safety.redact;

/** One walk through one text: the text, the findings, and how far each rule has looked. */
final class Scan {
  final Subject text;
  final Findings found = new Findings();

  /** Names before this place were judged already. */
  int namesJudgedTo;

  /** No word before this place can be a JSON web token. */
  int noTokenBefore;

  /** Command lines before this place were searched for flags. */
  int flagsSearchedTo;

  /** Text before this place was searched for the secret half of an AWS key. */
  int awsSearchedTo;

  /** Objects before this place were read. */
  int objectsSearchedTo;

  /** No private key that is still open begins before this place. */
  int keysSearchedTo;

  Scan(Subject text) {
    this.text = text;
  }
}
