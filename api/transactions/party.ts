// In production an external party must be named, because a party without a name cannot be screened.

import type { Services } from '../kit/context.ts';
import { fieldProblem } from '../kit/errors.ts';

/**
 * Refuses a deposit or withdrawal of production that names no party.
 * @param pointer JSON pointer of the movement in the request
 * @throws Problem external_party_required
 */
export function requireParty({ ledger }: Services, movement: Movement, pointer = ''): void {
  if (ledger.livemode) requireNamedParty(movement, pointer);
}

interface Movement {
  readonly type: string;
  readonly externalParty?: object | undefined;
}

/** Refuses any deposit or withdrawal that names no party. */
export function requireNamedParty({ type, externalParty }: Movement, pointer: string): void {
  if (type === 'transfer' || externalParty !== undefined) return;
  const code = 'external_party_required';
  const message = `A ${type} in production names its externalParty: send at least its name.`;
  throw fieldProblem(code, `${pointer}/externalParty`, message);
}
