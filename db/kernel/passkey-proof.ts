// What a passkey has signed, of customers and of people who sign in.

import { Refusal } from '../../ledger/refusal.ts';

/** What a passkey signed, after its signature was found good. */
export interface PasskeyProof {
  readonly method: 'passkey';
  readonly challengeId: string;
  readonly passkeyId: string;
  readonly counter: number;
}

/** What is wrong with the answer of an authenticator. */
export function invalid(pointer: string, message: string): Refusal {
  return new Refusal('passkey_invalid', { pointer, message });
}
