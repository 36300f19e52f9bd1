// The proof that a passkey has signed, for customers and for people who sign in.

import { Refusal } from '../../ledger/refusal.ts';

/** A challenge that a passkey signed, with a verified signature. */
export interface PasskeyProof {
  readonly method: 'passkey';
  readonly challengeId: string;
  readonly passkeyId: string;
  readonly counter: number;
}

/** Returns the refusal of an authenticator's invalid answer. */
export function invalid(pointer: string, message: string): Refusal {
  return new Refusal('passkey_invalid', { pointer, message });
}
