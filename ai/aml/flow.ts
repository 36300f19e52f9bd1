// Input and output of the typologies: the booked movements of an account in a period, and the
// finding of a rule.

import type { StoredEvidence, StoredFinding } from '../../db/aml/view.ts';
import type { Typology } from '../../ledger/decisions/aml.ts';
import type { Figure } from '../../ledger/decisions/reasons.ts';

export interface Flow {
  readonly transactionId: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly direction: 'in' | 'out';
  readonly amountMinor: number;
  /** Null when no rate is known. */
  readonly euros: number | null;
  /** The other account, or the outside party. */
  readonly party: string;
  /** True for another account of the same customer; such movements pass no money on. */
  readonly isOwn: boolean;
  /** True for a party that has no account here. */
  readonly isOutside: boolean;
  /** Country of that party, ISO 3166-1 alpha-2; null when the payment does not state it. */
  readonly country: string | null;
}

export interface AccountFlows {
  readonly accountId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly openedAt: number;
  /** Start of the period; by default the opening of the account. */
  readonly from?: number;
  /** End of the period; before it, the absence of a movement proves nothing. */
  readonly until?: number;
  /** The last movement before the period, or null without one. */
  readonly lastBefore: number | null;
  /** Parties of movements before the period. */
  readonly knownParties: ReadonlySet<string>;
  /** Movements in the order of time. */
  readonly flows: readonly Flow[];
}

/** A figure of a rule with its threshold. */
export interface Condition extends Figure {
  readonly observed: number;
  readonly is: 'at_least' | 'at_most';
  readonly threshold: number;
}

/** The finding of a typology, as it is stored. */
export type Finding = StoredFinding;

export const MAX_EVIDENCE = 200;
/** Version of all rules; any change of a rule or threshold raises it. */
export const AML_RULES_VERSION = 5;

export const atLeast = (name: string, observed: number, threshold: number): Condition => {
  return { name, observed, is: 'at_least', threshold };
};

export const atMost = (name: string, observed: number, threshold: number): Condition => {
  return { name, observed, is: 'at_most', threshold };
};

/** Returns the sum of movements in euros, to the cent. Movements without a rate are left out. */
export const sumEuros = (flows: readonly Flow[]): number =>
  Math.round(flows.reduce((sum, { euros }) => sum + (euros ?? 0), 0) * 100) / 100;

/** Returns the ratio of a figure to its threshold; 1 or more reaches it. */
function computeRatio({ observed, is, threshold }: Condition): number {
  if (is === 'at_least') return observed / threshold;
  return observed <= 0 ? 2 : threshold / observed;
}

/** Returns the smallest ratio of a rule's conditions. */
export function findMinRatio(conditions: readonly Condition[]): number {
  return Math.min(...conditions.map(computeRatio));
}

/**
 * Returns a rule's finding. Its score is below 50 until all thresholds are reached, proportional to
 * the smallest ratio; it is 50 when all are reached and 100 at twice all of them.
 */
export function makeFinding(
  code: Typology,
  account: AccountFlows,
  conditions: readonly Condition[],
  evidence: readonly Flow[],
): Finding {
  const hit = findMinRatio(conditions) >= 1;
  const below = Math.min(49, Math.floor(50 * findMinRatio(conditions)));
  const capped = conditions.map((condition) => Math.min(2, computeRatio(condition)));
  const mean = capped.reduce((sum, ratio) => sum + ratio, 0) / capped.length;
  const score = hit ? Math.round(50 * mean) : Math.max(0, below);
  const rule = { ruleId: `${code}_window`, version: AML_RULES_VERSION, hit, conditions };
  return {
    code,
    status: 'run',
    reason: null,
    accountId: account.accountId,
    score,
    triggered: hit,
    rules: [rule],
    evidence: evidence.length === 0 ? null : makeEvidence(evidence, account.currency),
  };
}

function makeEvidence(flows: readonly Flow[], currency: string): StoredEvidence {
  const times = flows.map(({ at }) => at);
  return {
    transactionIds: flows.slice(-MAX_EVIDENCE).map(({ transactionId }) => transactionId),
    transactions: flows.length,
    amountTotal: flows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    currency,
    window: { from: Math.min(...times), to: Math.max(...times) },
  };
}

/** The finding of a rule that could not run. */
export function makeNotRunFinding(code: Typology, reason: string): Finding {
  return {
    code,
    status: 'not_run',
    reason,
    accountId: null,
    score: 0,
    triggered: false,
    rules: [],
    evidence: null,
  };
}
