// A payment as the model sees it, by what the ledger knows at this moment. Payments that are about
// to be decided together see each other, the later ones the earlier ones.

import type { Market } from '../../db/exchange/market.ts';
import type { BusinessClock } from '../../db/kernel/clock.ts';
import type { TransactionRow } from '../../db/transactions/view.ts';
import { exponentOf } from '../../ledger/currency.ts';
import { midRate } from '../../ledger/rates.ts';
import { transferFeatures } from '../../models/features/transfer-features.ts';
import {
  newPage,
  note,
  payeeHistory,
  payerHistory,
} from '../../models/features/transfer-history.ts';
import { type Pages, partyOf } from './pages.ts';

const REFERENCE = 'EUR';

/** Euros at the rate in force; null where there is none. */
export function inReference(row: Pick<TransactionRow, 'amount' | 'currency'>, market: Market) {
  const units = row.amount / 10 ** exponentOf(row.currency);
  if (row.currency === REFERENCE) return units;
  const rates = market.rates();
  const rate = rates && midRate(rates.table, row.currency, REFERENCE);
  return rate ? (units * Number(rate.top)) / Number(rate.bottom) : null;
}

const sidesOf = ({ sourceAccountId, destinationAccountId }: TransactionRow) => [
  sourceAccountId,
  destinationAccountId,
];

/** The rows of features, each as of the developer's time, in the order of the payments. */
export function featuresOf(
  rows: readonly TransactionRow[],
  { pages, market, now }: { pages: Pages; market: Market; now: BusinessClock },
): { readonly values: number[]; readonly asOf: number }[] {
  const spent = new Map<string, number>();
  const add = (id: string, amount: number) => spent.set(id, (spent.get(id) ?? 0) + amount);
  // All is read before the first is noted: what another process books in between would come after
  // notes that are taken off again.
  const read = pages.readAll(new Set(rows.flatMap(sidesOf)));
  const left = new Map<string, number>();
  for (const id of rows.flatMap(sidesOf)) left.set(id, (left.get(id) ?? 0) + 1);
  const times = new Map<string, number>();
  for (const { tenantId } of rows) times.set(tenantId, times.get(tenantId) ?? now(tenantId));
  const undo: (() => void)[] = [];
  try {
    return rows.map((row) => {
      const { sourceAccountId: payer, destinationAccountId, amount } = row;
      const from = read.get(payer);
      const own = from?.page ?? newPage(null);
      const theirs = read.get(destinationAccountId)?.page ?? null;
      const asOf = times.get(row.tenantId) ?? 0;
      const atMs = Math.max(asOf, own.openedAtMs ?? 0, theirs?.openedAtMs ?? 0);
      const party = partyOf(destinationAccountId, row);
      const available = (from?.available ?? 0) - (spent.get(payer) ?? 0);
      const values = transferFeatures({
        transfer: { atMs, amountMinor: amount, amountReference: inReference(row, market) },
        own: payerHistory(own, party, atMs, available),
        payee: theirs && payeeHistory(theirs, atMs),
      });
      for (const id of sidesOf(row)) left.set(id, (left.get(id) ?? 0) - 1);
      // A page that no later payment of the group looks at is left as it is.
      const moved = { atMs, amountMinor: amount };
      if (left.get(payer)) undo.push(note(own, 'out', { ...moved, party }));
      if (theirs && left.get(destinationAccountId)) {
        undo.push(note(theirs, 'in', { ...moved, party: payer }));
      }
      add(payer, amount);
      add(destinationAccountId, -amount);
      return { values, asOf };
    });
  } finally {
    for (const back of undo.reverse()) back();
  }
}
