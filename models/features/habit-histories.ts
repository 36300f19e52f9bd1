// Converts the records of an account and of a party into a model's inputs, and keeps such records
// for simulated banks: the simulator, whose data models learn from, uses the functions with which
// the ledger updates these records.

import {
  type AccountHabits,
  createHabits,
  firstSlot,
  NO_PARTY,
  noteMovement,
  type PartyHabits,
  partyAfter,
  sumIn,
} from '../../ledger/decisions/habits.ts';
import type {
  AccountHistory,
  HistoryStore,
  PayeeHistory,
  PostedTransfer,
} from './transfer-history.ts';

/** Returns a payer's record before a transfer to a party. */
export function summarisePayer(
  habits: AccountHabits,
  party: PartyHabits,
  {
    openedAtMs,
    atMs,
    availableMinor,
  }: { openedAtMs: number; atMs: number; availableMinor: number },
): AccountHistory {
  const sums = (name: 'day' | 'week' | 'quarter') => ({
    count: sumIn(habits, name, atMs, 'out'),
    sumMinor: sumIn(habits, name, atMs, 'outSum'),
  });
  const from = firstSlot(habits, 'quarter', atMs);
  const largest = habits.windows.quarter.reduce(
    (max, row) => ((row[0] as number) >= from ? Math.max(max, row[3] as number) : max),
    0,
  );
  const inQuarter = (column: 'from0' | 'from6' | 'from12' | 'from18') =>
    sumIn(habits, 'quarter', atMs, column);
  return {
    openedAtMs,
    availableMinor,
    out1h: { count: sumIn(habits, 'hour', atMs, 'out') },
    out24h: sums('day'),
    out7d: sums('week'),
    out90d: { ...sums('quarter'), largestMinor: largest },
    outByQuarterDay90d: [
      inQuarter('from0'),
      inQuarter('from6'),
      inQuarter('from12'),
      inQuarter('from18'),
    ],
    in24h: { sumMinor: sumIn(habits, 'day', atMs, 'inSum') },
    lastOutAtMs: habits.lastOutAtMs,
    newPayees24h: sumIn(habits, 'day', atMs, 'newPayees'),
    toPayee: { count: party.outCount, sumMinor: party.outSum, firstAtMs: party.outFirstAt },
  };
}

/** Returns a payee's record. */
export function summarisePayee(
  habits: AccountHabits,
  { openedAtMs, atMs }: { openedAtMs: number; atMs: number },
): PayeeHistory {
  return {
    openedAtMs,
    payers7d: sumIn(habits, 'week', atMs, 'payers'),
    newPayers7d: sumIn(habits, 'week', atMs, 'newPayers'),
    inMinor7d: sumIn(habits, 'week', atMs, 'inSum'),
    outMinor7d: sumIn(habits, 'week', atMs, 'outSum'),
  };
}

/** Keeps the records of a simulated bank in memory; all its money is in euro cents. */
export function createHabitStore(): HistoryStore {
  const accounts = new Map<string, AccountHabits>();
  const parties = new Map<string, PartyHabits>();
  const openingTimes = new Map<string, number>();
  const habitsOf = (id: string) => {
    const habits = accounts.get(id) ?? createHabits();
    accounts.set(id, habits);
    return habits;
  };
  const keyOf = (account: string, party: string) => `${account}\n${party}`;
  const partyHabitsOf = (account: string, party: string) =>
    parties.get(keyOf(account, party)) ?? NO_PARTY;

  function recordTransfer(
    account: string,
    party: string,
    side: 'out' | 'in',
    transfer: PostedTransfer,
  ) {
    const { atMs, amountMinor } = transfer;
    const movement = { atMs, side, amountMinor, amountReference: amountMinor / 100 };
    const before = partyHabitsOf(account, party);
    noteMovement(habitsOf(account), before, movement);
    parties.set(keyOf(account, party), partyAfter(before, movement));
  }

  return {
    open: (account, atMs) => void openingTimes.set(account, atMs),
    add(transfer) {
      recordTransfer(transfer.payer, transfer.payee, 'out', transfer);
      recordTransfer(transfer.payee, transfer.payer, 'in', transfer);
    },
    ofPayer: (account, payee, atMs, availableMinor) =>
      summarisePayer(habitsOf(account), partyHabitsOf(account, payee), {
        openedAtMs: openingTimes.get(account) ?? atMs,
        atMs,
        availableMinor,
      }),
    ofPayee(account, atMs) {
      const openedAtMs = openingTimes.get(account);
      if (openedAtMs === undefined) return null;
      return summarisePayee(habitsOf(account), { openedAtMs, atMs });
    },
  };
}
