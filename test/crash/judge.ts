// Judges a run: compares the clients' log with the ledger's files and the API. The judge uses neither
// processes nor a network, so that a test can give it the rows of a faulty bank.

import { type ClientLog, isFinalOutcome, type Operation } from './client-log.ts';
import type { LedgerEntry, LedgerRow } from './ledger-snapshot.ts';

export interface Evidence {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly rows: readonly LedgerRow[];
  /** Posted balance of each customer account in minor units, as the API shows it. */
  readonly balances: ReadonlyMap<string, number>;
}

export interface Verdict {
  /** Number of accepted requests without their effect or record in the ledger. */
  readonly lost: number;
  /** Number of requests carried out more than once, and of movements without a request. */
  readonly duplicated: number;
  readonly centsOff: number;
}

type Fault = 'lost' | 'duplicated';

/** @param reportProblem called with the text of each deviation */
export function judge(evidence: Evidence, reportProblem: ClientLog['reportProblem']): Verdict {
  const counts = { lost: 0, duplicated: 0 };
  const count = (fault: Fault, key: string, label: string) => {
    counts[fault] += 1;
    reportProblem(`${fault}: ${key}: ${label}`);
  };
  const byKey = new Map<string, LedgerRow[]>();
  for (const row of evidence.rows) {
    const key = row.key ?? `no key (${row.id})`;
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  for (const key of byKey.keys()) {
    if (!evidence.operations.has(key)) count('duplicated', key, 'no client requested it');
  }
  const expected = new Map<string, number>();
  const add = (accountId: string | undefined, amount: number) => {
    if (accountId) expected.set(accountId, (expected.get(accountId) ?? 0) + amount);
  };
  for (const operation of evidence.operations.values()) {
    const deviation = findDeviation(operation, byKey.get(operation.key) ?? []);
    if (deviation) count(deviation.fault, operation.key, deviation.label);
    if (operation.outcome !== 'posted') continue;
    add(operation.request.sourceAccountId, -computeMovedAmount(operation));
    add(operation.request.destinationAccountId, computeMovedAmount(operation));
  }
  return { ...counts, centsOff: centsOff(expected, evidence.balances, reportProblem) };
}

/**
 * Returns the moved amount: of a hold the captured amount, of every other request the whole amount.
 */
function computeMovedAmount({ request, captured }: Operation): number {
  return request.capture === 'manual' ? (captured ?? 0) : request.amount;
}

function findDeviation(
  operation: Operation,
  rows: readonly LedgerRow[],
): { fault: Fault; label: string } | null {
  const { outcome, ids } = operation;
  const loss = (label: string) => ({ fault: 'lost' as const, label });
  const duplicateOf = (label: string) => ({ fault: 'duplicated' as const, label });
  const [row, ...otherRows] = rows;
  if (otherRows.length > 0) return duplicateOf(`${rows.length} transactions under one key`);
  if (ids.size > 1) return duplicateOf(`answered with ${[...ids].join(' and ')}`);
  if (outcome === 'refused') return row ? duplicateOf('refused, but there is a record') : null;
  if (!row) return loss(`was ${outcome}, but there is no record`);
  if (ids.size === 1 && !ids.has(row.id)) return loss(`${[...ids][0]} became ${row.id}`);
  if (!isFinalOutcome(outcome)) return loss(`never came to rest: ${outcome}`);
  if (row.status !== outcome) return loss(`was ${outcome}, but the ledger says ${row.status}`);
  if (outcome !== 'posted') {
    return row.entries.length > 0 ? duplicateOf(`${outcome}, but money moved`) : null;
  }
  if (row.entries.length === 0) return loss('posted, but no money moved');
  if (row.entries.length > 2) return duplicateOf(`booked with ${row.entries.length} entries`);
  return isBookedAsRequested(operation, row.entries) ? null : loss('booked as something else');
}

function isBookedAsRequested(operation: Operation, entries: readonly LedgerEntry[]): boolean {
  const { sourceAccountId, destinationAccountId } = operation.request;
  const amount = computeMovedAmount(operation);
  const has = (direction: LedgerEntry['direction'], accountId: string | undefined) =>
    entries.filter(
      (entry) =>
        entry.direction === direction &&
        entry.amount === amount &&
        // The other side of a deposit or withdrawal is an account of the bank.
        (accountId === undefined || entry.accountId === accountId),
    ).length === 1;
  return has('debit', sourceAccountId) && has('credit', destinationAccountId);
}

/** Sums absolute differences, so that errors cannot cancel each other out. */
function centsOff(
  expected: ReadonlyMap<string, number>,
  balances: ReadonlyMap<string, number>,
  reportProblem: ClientLog['reportProblem'],
): number {
  let off = 0;
  for (const accountId of new Set([...expected.keys(), ...balances.keys()])) {
    const expectedValue = expected.get(accountId) ?? 0;
    const result = balances.get(accountId) ?? 0;
    if (expectedValue === result) continue;
    off += Math.abs(expectedValue - result);
    reportProblem(`${accountId}: ${expectedValue} by the log of the clients, ${result} by the API`);
  }
  return off;
}
