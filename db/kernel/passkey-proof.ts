// The proof of a passkey's signature, for customers and for sign-in.

import { Refusal } from '../../ledger/refusal.ts';

/** A challenge that a passkey signed, with a verified signature. */
export interface PasskeyProof {
  readonly method: 'passkey';
  readonly challengeId: string;
  readonly passkeyId: string;
  readonly counter: number;
}

/** Returns the refusal of an authenticator's invalid answer. */
export function invalidPasskey(pointer: string, message: string): Refusal {
  return new Refusal('passkey_invalid', { pointer, message });
}
