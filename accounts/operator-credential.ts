import { hashSecret, sameHash } from './credentials.ts';

/** The credential of the operator API. */
export interface OperatorCredential {
  /** Whether the operator API is on. */
  readonly enabled: boolean;
  /** Compares in constant time. False while the operator API is off. */
  matches(presented: string): boolean;
}

/** @param token of the configuration; undefined turns the operator API off */
export function createOperatorCredential(token: string | undefined): OperatorCredential {
  const hash = token === undefined ? null : hashSecret(token);
  return { enabled: hash !== null, matches: (presented) => hash !== null && sameHash(hash, hashSecret(presented)) };
}
