// Computes a payment's features for the model from the current aggregates of its accounts. Among
// payments that are decided together, later ones count the earlier ones.

import type { Market } from '../../db/exchange/market.ts';
import type { BusinessClock } from '../../db/kernel/clock.ts';
import type { TransactionRow } from '../../db/kernel/rows.ts';
import { convertToEuros, type HabitReads, type KnownAccount } from '../../db/risk/habits.ts';
import { partyKeysOf } from '../../db/risk/parties.ts';
import {
  createHabits,
  type Movement,
  NO_PARTY,
  noteMovement,
  type PartyHabits,
  partyAfter,
} from '../../ledger/decisions/habits.ts';
import { summarisePayee, summarisePayer } from '../../models/features/habit-histories.ts';
import { computeTransferFeatures } from '../../models/features/transfer-features.ts';

const sidesOf = ({ sourceAccountId, destinationAccountId }: TransactionRow) => [
  sourceAccountId,
  destinationAccountId,
];

/** The history of an unknown account, or of one in an unsupported currency. */
function makeUnknownAccount(atMs: number): KnownAccount {
  const emptyHistory = { openedAt: atMs, customerId: '', available: 0 };
  return { ...emptyHistory, habits: createHabits(), party: () => NO_PARTY };
}

/** Returns the rows of features in the order of the payments, each by the developer's clock. */
export function computeFeatures(
  rows: readonly TransactionRow[],
  { habits, market, now }: { habits: HabitReads; market: Market; now: BusinessClock },
): { readonly values: number[]; readonly asOf: number }[] {
  const spent = new Map<string, number>();
  const addSpent = (id: string, amount: number) => spent.set(id, (spent.get(id) ?? 0) + amount);
  const read = habits.findAll([...new Set(rows.flatMap(sidesOf))]);
  const remaining = new Map<string, number>();
  for (const id of rows.flatMap(sidesOf)) remaining.set(id, (remaining.get(id) ?? 0) + 1);
  const times = new Map<string, number>();
  for (const { tenantId } of rows) times.set(tenantId, times.get(tenantId) ?? now(tenantId));
  const parties = new Map<string, PartyHabits>();
  const partyOf = (id: string, account: KnownAccount, key: string) => {
    const place = `${id}\n${key}`;
    const party = parties.get(place) ?? account.party(key);
    parties.set(place, party);
    return party;
  };

  /** Adds a payment of the group to the history for later ones. */
  function addToHistory(id: string, account: KnownAccount, key: string, movement: Movement): void {
    if (!remaining.get(id)) return;
    const before = partyOf(id, account, key);
    noteMovement(account.habits, before, movement);
    parties.set(`${id}\n${key}`, partyAfter(before, movement));
  }

  return rows.map((row) => {
    const { sourceAccountId: payer, destinationAccountId: payee, amount } = row;
    const asOf = times.get(row.tenantId) ?? 0;
    const payerHabits = read.get(payer) ?? makeUnknownAccount(asOf);
    const payeeHabits = read.get(payee) ?? null;
    const atMs = Math.max(asOf, payerHabits.openedAt, payeeHabits?.openedAt ?? 0);
    const { key } = partyKeysOf(payee, row);
    const availableMinor = payerHabits.available - (spent.get(payer) ?? 0);
    const amountReference = convertToEuros(row, market);
    const values = computeTransferFeatures({
      transfer: { atMs, amountMinor: amount, amountReference },
      payerHistory: summarisePayer(payerHabits.habits, partyOf(payer, payerHabits, key), {
        openedAtMs: payerHabits.openedAt,
        atMs,
        availableMinor,
      }),
      payee:
        payeeHabits &&
        summarisePayee(payeeHabits.habits, { openedAtMs: payeeHabits.openedAt, atMs }),
    });
    for (const id of sidesOf(row)) remaining.set(id, (remaining.get(id) ?? 0) - 1);
    if (payerHabits.customerId !== payeeHabits?.customerId) {
      const movement = { atMs, amountMinor: amount, amountReference };
      addToHistory(payer, payerHabits, key, { ...movement, side: 'out' });
      if (payeeHabits) addToHistory(payee, payeeHabits, payer, { ...movement, side: 'in' });
    }
    addSpent(payer, amount);
    addSpent(payee, -amount);
    return { values, asOf };
  });
}
