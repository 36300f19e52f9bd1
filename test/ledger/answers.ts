// Answers of the store in one word, as the naive ledger gives them.

import type { HoldOutcome, Settlement } from '../../db/transactions/port.ts';
import type { Refusal } from '../../ledger/refusal.ts';

const REFUSALS = /^(declined|conflict|replayed|invalid_state|not_empty|[a-z]+_[a-z_]+)$/;

/** True for an answer after which all money has to be as it was. */
export function isRefusal(answer: string): boolean {
  return REFUSALS.test(answer);
}

export function settlementText(settlements: readonly Settlement[]): string {
  return settlements.map(({ state, status }) => status ?? state).join();
}

export function outcomeText(outcome: HoldOutcome | null): string {
  if (!outcome) return 'nothing';
  if (outcome.replayed) return 'replayed';
  if (outcome.conflict) return 'conflict';
  return outcome.rejection?.code ?? outcome.status;
}

export function refusalText({ code }: Refusal): string {
  return code;
}

/** Only the state of the original is no state for a reversal. */
export function reversalText(refusal: Refusal): string {
  return refusal.code === 'invalid_state_transition' ? 'not_posted' : refusalText(refusal);
}
