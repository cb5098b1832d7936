package dev.safemcp.stdio.message;

/** The error codes of JSON-RPC 2.0, section 5.1. */
public enum ErrorCode {
  /** It is no JSON. */
  PARSE_ERROR(-32700),
  /** It is JSON and no request that may stand here. */
  INVALID_REQUEST(-32600),
  /** There is no such method. */
  METHOD_NOT_FOUND(-32601),
  /** The method does not take these parameters. */
  INVALID_PARAMS(-32602),
  /** A defect of ours. */
  INTERNAL_ERROR(-32603);

  private final int number;

  ErrorCode(int number) {
    this.number = number;
  }

  /** Returns the number on the wire. */
  public int number() {
    return number;
  }
}
