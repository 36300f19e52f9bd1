// Converts answers of the real ledger to the words that the naive ledger answers with.

import type { HoldOutcome, Settlement } from '../../db/transactions/port.ts';
import type { Refusal } from '../../ledger/refusal.ts';

const REFUSALS = /^(declined|conflict|replayed|invalid_state|not_empty|[a-z]+_[a-z_]+)$/;

/** True for an answer that must leave all money unchanged. */
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

/** The word for a refused reversal. */
export function reversalText(refusal: Refusal): string {
  return refusal.code === 'invalid_state_transition' ? 'not_posted' : refusalText(refusal);
}
