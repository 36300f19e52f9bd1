// The evidence for a reason of a risk decision: the booked movements of the account that the rule
// counted, newest first.

import { type Figure, messageFor, type Suspicion } from '../../ledger/decisions/reasons.ts';
import type { NotScreened } from '../../ledger/decisions/risk.ts';
import type { StaleList } from '../../ledger/decisions/screening.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../ledger/durations.ts';
import { type AmlFlowRow, amlReads } from '../aml/flows.ts';
import { amlAlerts } from '../aml/tables.ts';
import type { StoredEvidence } from '../aml/view.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { Database } from '../kernel/connect.ts';
import type { RiskReason } from '../kernel/judge.ts';
import type { RiskDecisionRow, StoredRule } from '../kernel/risk-summary.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { movementOrigin } from './habits.ts';
import { keysWithoutName, outsideKeysOf, type PartyKeys, partyKeysOf } from './parties.ts';

const MAX_TRANSACTIONS = 20;

interface PaidParty {
  readonly payee: string;
  readonly externalParty: string | null;
}

/**
 * The input of a rule's evidence: the decision, and the party of its payment, where there is one.
 */
interface EvidenceInput {
  readonly row: RiskDecisionRow;
  readonly paid: PartyKeys | null;
  readonly reads: EvidenceReads;
}

interface CountedMovements {
  readonly periodMs: number;
  readonly direction: 'debit' | 'credit';
  /** Omitted: every movement. */
  readonly isCounted?: (flow: AmlFlowRow, input: EvidenceInput) => boolean;
  /** True for only the newest movement. */
  readonly isLast?: boolean;
}

/** The same payee: the account, or the number or name of an external party. */
const isSamePayee = ({ payee, externalParty }: AmlFlowRow, { paid }: EvidenceInput) =>
  paid !== null && partyKeysOf(payee, { externalParty }).key === paid.key;

/** The same external name in any spelling, with another account number or none. */
function isNamesake({ payee, externalParty }: AmlFlowRow, { paid }: EvidenceInput): boolean {
  if (paid === null || paid.nameKey === null) return false;
  const other = partyKeysOf(payee, { externalParty });
  return other.key !== paid.key && other.spelling === paid.nameKey;
}

/**
 * The movements that each rule counts besides the payment. A rule without an entry considers the
 * payment alone.
 */
const COUNTED_MOVEMENTS: Readonly<Record<string, CountedMovements>> = {
  velocity_hour: { periodMs: HOUR_MS, direction: 'debit' },
  velocity_day: { periodMs: DAY_MS, direction: 'debit' },
  structuring: { periodMs: DAY_MS, direction: 'debit' },
  new_payees_burst: { periodMs: 15 * MINUTE_MS, direction: 'debit' },
  passes_through: { periodMs: DAY_MS, direction: 'credit' },
  rising_payments: { periodMs: 120 * DAY_MS, direction: 'debit', isCounted: isSamePayee },
  redirected_payee: { periodMs: 366 * DAY_MS, direction: 'debit', isCounted: isNamesake },
  impossible_travel: {
    periodMs: DAY_MS,
    direction: 'debit',
    isCounted: ({ transactionId }, { reads }) =>
      movementOrigin(reads.contextOf(transactionId))?.place != null,
    isLast: true,
  },
};

/** Transactions that a rule gets from other reads than the movements. */
const RELATED_TRANSACTIONS: Readonly<Record<string, (input: EvidenceInput) => readonly string[]>> =
  {
    open_doubt: ({ row, reads }) => reads.stopped(row, row.createdAt - DAY_MS),
    aml_alert_open: ({ row, reads }) => reads.alerted(row),
  };

/** Returns the payee of a payment that was scored without being made. */
function partyOfQuestion(question: string | null): PartyKeys | null {
  const { destinationAccountId, externalParty } = JSON.parse(question ?? '{}') as {
    readonly destinationAccountId?: string | null;
    readonly externalParty?: { readonly name?: string; readonly accountNumber?: string } | null;
  };
  if (destinationAccountId) return keysWithoutName(destinationAccountId);
  return externalParty ? outsideKeysOf(externalParty) : null;
}

type EvidenceReads = ReturnType<typeof evidenceReads>;

const evidenceReads = prepareOnce((database: Database) => {
  const { raw } = database;
  const paid = raw.prepare<[string], PaidParty>(
    `SELECT destination_account_id AS payee, external_party AS externalParty
     FROM transactions WHERE id = ?`,
  );
  const context = raw
    .prepare<[string], string | null>('SELECT context FROM transactions WHERE id = ?')
    .pluck();
  const stopped = raw
    .prepare<[string, string, string, number, number], string>(
      `SELECT transaction_id FROM risk_decisions
       WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review', 'decline')
         AND customer_id = ? AND id < ? AND account_id = ? AND created_at >= ?
       ORDER BY id DESC LIMIT ?`,
    )
    .pluck();
  const alerted = raw
    .prepare<[string, number, number], string>(
      readAbsentAsEmpty(
        raw,
        `SELECT evidence FROM aml_alerts
         WHERE account_id = ? AND created_at <= ? AND (status <> 'closed' OR updated_at >= ?)`,
        [amlAlerts],
      ),
    )
    .pluck();
  return {
    flows: amlReads(database).flows,
    contextOf: (id: string) => context.get(id) ?? null,
    partyOf({ transactionId, question }: RiskDecisionRow): PartyKeys | null {
      if (transactionId === null) return partyOfQuestion(question);
      const payment = paid.get(transactionId);
      return payment ? partyKeysOf(payment.payee, payment) : null;
    },
    /** Earlier stopped payments of the account, since a given time. */
    stopped: ({ customerId, id, accountId }: RiskDecisionRow, since: number) =>
      stopped.all(customerId, id, accountId, since, MAX_TRANSACTIONS),
    /** Transactions of the alerts that were open for the account. */
    alerted: ({ accountId, createdAt }: RiskDecisionRow) =>
      alerted
        .all(accountId, createdAt, createdAt)
        .flatMap((text) => (JSON.parse(text) as StoredEvidence).transactionIds),
  };
});

/**
 * Returns the reasons of a decision in the common vocabulary: rules that matched, then the model's
 * reasons that raised the score.
 * @param reasons those of the model, or null when it has no exact reasons
 */
export function suspicionsOf(
  row: RiskDecisionRow,
  reasons: readonly RiskReason[] | null,
  database: Database,
): Suspicion[] {
  const ownIds = row.transactionId === null ? [] : [row.transactionId];
  const reads = evidenceReads(database);
  const input = { row, paid: reads.partyOf(row), reads };
  const rules = (JSON.parse(row.rules) as StoredRule[]).filter(
    ({ outcome, why }) => outcome === 'hit' || why !== undefined,
  );
  const suspicions = rules.flatMap((rule): Suspicion[] => {
    const { ruleId, outcome, why, figures = [], matches = [], stale = [] } = rule;
    const cause = why === undefined ? [] : [createSuspicion(why, staleFigures(why, stale), ownIds)];
    if (outcome !== 'hit') return cause;
    const scores = matches.slice(0, 1).map(({ score: observed }): Figure => {
      return { name: 'match_score', observed, is: 'at_least', threshold: null };
    });
    const transactionIds = [...new Set([...ownIds, ...countedTransactions(ruleId, input)])].slice(
      0,
      MAX_TRANSACTIONS,
    );
    return [createSuspicion(ruleId, [...figures, ...scores], transactionIds), ...cause];
  });
  const model = (reasons ?? [])
    .filter(({ direction }) => direction === 'increases')
    .map(({ code, message, feature, value }): Suspicion => {
      const observed = value ?? 'missing';
      const figures = [{ name: feature, observed, is: 'at_least' as const, threshold: null }];
      return { code, message, figures, transactionIds: ownIds };
    });
  return [...suspicions, ...model];
}

const createSuspicion = (code: string, figures: Figure[], transactionIds: string[]): Suspicion => {
  return { code, message: messageFor(code), figures, transactionIds };
};

/** Returns the part of the name that was compared, or the dates of the outdated lists. */
function staleFigures(code: NotScreened, staleLists: readonly StaleList[]): Figure[] {
  if (staleLists.length === 0) {
    const observed = code === 'name_not_compared' ? 'a part' : 'nothing';
    return [{ name: 'name_compared', observed, is: 'other_than', threshold: 'the whole' }];
  }
  return staleLists.flatMap(({ list, listAsOf, reliedUntil }): Figure[] => [
    { name: `${list}_as_of`, observed: listAsOf ?? 'unknown', is: 'at_most', threshold: null },
    ...(reliedUntil === undefined
      ? []
      : [
          {
            name: `${list}_relied_on_until`,
            observed: reliedUntil,
            is: 'at_most' as const,
            threshold: null,
          },
        ]),
  ]);
}

function countedTransactions(code: string, input: EvidenceInput): readonly string[] {
  const { row, reads } = input;
  const movementKind = COUNTED_MOVEMENTS[code];
  if (!movementKind) return RELATED_TRANSACTIONS[code]?.(input) ?? [];
  const { periodMs, direction, isCounted, isLast = false } = movementKind;
  const period = { from: row.createdAt - periodMs, to: row.createdAt };
  const flows = reads
    .flows(row.accountId, period, 10 * MAX_TRANSACTIONS, null)
    .filter((flow) => flow.direction === direction && (isCounted?.(flow, input) ?? true))
    .map(({ transactionId }) => transactionId)
    .filter((id) => id !== row.transactionId);
  return isLast ? flows.slice(0, 1) : flows;
}
