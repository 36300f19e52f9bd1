// Facts about accounts and their parties, from which payments are judged. They are found by key and
// updated in the commit of each booking, never recomputed from the history. The one exception is an
// account that was used while the bank ran without the risk module: its newest movements are counted
// once.

import { exponentOf } from '../../ledger/currency.ts';
import {
  type AccountHabits,
  createHabits,
  type Movement,
  type MovementOrigin,
  NO_PARTY,
  noteMovement,
  type PartyHabits,
  packHabits,
  partyAfter,
  unpackHabits,
} from '../../ledger/decisions/habits.ts';
import { roughEuros } from '../../ledger/decisions/rough-rates.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { midRate } from '../../ledger/rates.ts';
import type { TransactionType } from '../../ledger/transaction.ts';
import type { Market } from '../exchange/market.ts';
import { hasTable, readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { Database } from '../kernel/connect.ts';
import type { BookedParts, TransactionRow } from '../kernel/rows.ts';
import type { Origin } from './origins.ts';
import { hashTo48Bits, partyKeysOf } from './parties.ts';
import { accountHabits, partyHabits } from './tables.ts';

/**
 * The most movements that are counted once for an account that was used without the risk module;
 * older ones are ignored.
 */
export const MAX_COUNTED_MOVEMENTS = 4_000;
/** Transfers and external payments; no fees, exchanges or reversals. */
const COUNTED_TYPES: readonly TransactionType[] = ['transfer', 'withdrawal', 'deposit'];
const REFERENCE = 'EUR';
const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;

/**
 * Converts to euros at the current rate, or at an approximate rate for a currency without one,
 * whose payments would otherwise count as extremely large. Returns null when there are no current
 * rates.
 */
export function convertToEuros(row: Pick<TransactionRow, 'amount' | 'currency'>, market: Market) {
  const units = row.amount / 10 ** exponentOf(row.currency);
  if (row.currency === REFERENCE) return units;
  const rates = market.rates();
  if (rates === null) return null;
  const rate = midRate(rates.table, row.currency, REFERENCE);
  return rate ? (units * Number(rate.top)) / Number(rate.bottom) : roughEuros(units, row.currency);
}

/** The known facts about the payer's or payee's account. */
export interface KnownAccount {
  readonly openedAt: number;
  readonly customerId: string;
  /** The available balance, minor units. */
  readonly available: number;
  readonly habits: AccountHabits;
  party(key: string): PartyHabits;
}

export interface HabitReads {
  /** Returns null for an account that no customer owns. Callers must not change the object. */
  find(accountId: string): Pick<KnownAccount, 'openedAt' | 'habits' | 'party'> | null;
  /**
   * Reads many accounts in one statement. Accounts of no customer are left out. The caller may
   * change the objects.
   */
  findAll(accountIds: readonly string[]): Map<string, KnownAccount>;
}

export interface HabitWriter extends HabitReads {
  /** Counts a booked transaction, inside its commit. */
  countBooking(bookedParts: BookedParts): void;
  /** Records when a payment was stopped, or null when it was cleared. */
  recordDoubt(accountId: string, atMs: number | null): void;
}

interface AccountRow {
  readonly id: string;
  readonly openedAt: number;
  readonly customerId: string;
  readonly available: number;
  readonly habits: Buffer | null;
}

type PartyRow = PartyHabits;

interface FlowRow {
  readonly at: number;
  readonly amount: number;
  readonly currency: string;
  readonly type: TransactionType;
  readonly payer: string;
  readonly payee: string;
  readonly externalParty: string | null;
  readonly context: string | null;
  readonly isOwn: 0 | 1;
}

const PARTY_COLUMNS = `out_count AS outCount, out_sum AS outSum, out_first_at AS outFirstAt,
  out_last_at AS outLastAt, out_largest AS outLargest, out_rises AS outRises,
  in_count AS inCount, in_sum AS inSum, in_first_at AS inFirstAt, in_last_at AS inLastAt`;

const ACCOUNT_COLUMNS = `a.id, a.created_at AS openedAt, a.customer_id AS customerId,
  a.posted - a.held AS available, h.habits`;

interface CachedHabits {
  readonly habits: AccountHabits;
  readonly parties: ReadonlyMap<string, PartyHabits>;
}

/** The facts that the current write has read and changed: later payments of the write need them. */
interface WriteFacts {
  readonly accounts: Map<string, CachedAccount>;
  readonly parties: Map<string, PartyHabits>;
}

interface CachedAccount extends Omit<AccountRow, 'habits' | 'available'> {
  /** Null when none are stored yet. */
  habits: AccountHabits | null;
}

const factsByWrite = new WeakMap<object, WriteFacts>();

function factsOfWrite(database: Pick<Database, 'currentWrite'>): WriteFacts {
  const write = database.currentWrite();
  const keptHabits = write && factsByWrite.get(write);
  if (keptHabits) return keptHabits;
  const cache = { accounts: new Map(), parties: new Map() };
  if (write) factsByWrite.set(write, cache);
  return cache;
}

/** Prepares the writes of habits; null where the ledger has no tables of them. */
function habitWrites({ raw }: Pick<Database, 'raw'>) {
  if (!hasTable(raw, accountHabits)) return null;
  return {
    keep: raw.prepare(
      `INSERT INTO account_habits (account_id, habits) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET habits = excluded.habits`,
    ),
    keepParty: raw.prepare(
      `INSERT INTO party_habits (account_id, party, out_count, out_sum, out_first_at, out_last_at,
       out_largest, out_rises, in_count, in_sum, in_first_at, in_last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, party) DO UPDATE SET out_count = excluded.out_count,
       out_sum = excluded.out_sum, out_first_at = excluded.out_first_at,
       out_last_at = excluded.out_last_at, out_largest = excluded.out_largest,
       out_rises = excluded.out_rises, in_count = excluded.in_count, in_sum = excluded.in_sum,
       in_first_at = excluded.in_first_at, in_last_at = excluded.in_last_at`,
    ),
  };
}

/** Prepares the reads, and the writes of a commit, on an open database. */
export function habitsIn(database: Database, market: Market): HabitWriter {
  const { raw } = database;
  // `+?` instead of `?`: SQLite's planner uses the value of a bare parameter in a join or in LIMIT,
  // and recompiles the statement for the next value.
  const read = (sql: string) => readAbsentAsEmpty(raw, sql, [accountHabits, partyHabits]);
  const account = raw.prepare<[string], AccountRow>(
    read(`SELECT ${ACCOUNT_COLUMNS} FROM accounts a LEFT JOIN account_habits h ON h.account_id = a.id
     WHERE a.id = +? AND a.kind = 'customer'`),
  );
  const accounts = raw.prepare<[string], AccountRow>(
    read(`SELECT ${ACCOUNT_COLUMNS} FROM json_each(?) given CROSS JOIN accounts a ON a.id = given.value
     LEFT JOIN account_habits h ON h.account_id = a.id WHERE +a.kind = 'customer'`),
  );
  const partyRow = raw.prepare<[string, string], PartyRow>(
    read(`SELECT ${PARTY_COLUMNS} FROM party_habits WHERE account_id = ? AND party = ?`),
  );
  const flows = raw.prepare<[string, number, number], FlowRow>(
    `SELECT e.posted_at AS at, e.amount, e.currency, t.type, t.source_account_id AS payer,
       t.destination_account_id AS payee, t.external_party AS externalParty, t.context,
       t.type = 'transfer' AND coalesce(d.customer_id, '') = t.customer_id AS isOwn
     FROM entries e INDEXED BY entries_by_account
     CROSS JOIN transactions t ON t.id = e.transaction_id
     LEFT JOIN accounts d ON d.id = t.destination_account_id
     WHERE e.account_id = +? AND e.ledger_sequence < +?
     ORDER BY e.posted_at DESC, e.ledger_sequence DESC LIMIT +?`,
  );
  const ownerOf = raw
    .prepare<[string], string | null>('SELECT customer_id FROM accounts WHERE id = ?')
    .pluck();
  const writes = habitWrites(database);

  function partyOf(accountId: string, key: string, { parties }: WriteFacts): PartyHabits {
    const cacheKey = `${accountId}\n${key}`;
    const knownParty = parties.get(cacheKey) ?? partyRow.get(accountId, key) ?? NO_PARTY;
    parties.set(cacheKey, knownParty);
    return knownParty;
  }

  function accountOf(
    accountId: string,
    { accounts: knownAccounts }: WriteFacts,
  ): CachedAccount | null {
    const knownAccount = knownAccounts.get(accountId);
    if (knownAccount) return knownAccount;
    const row = account.get(accountId);
    if (!row) return null;
    const unpacked = { ...row, habits: row.habits && unpackHabits(row.habits) };
    knownAccounts.set(accountId, unpacked);
    return unpacked;
  }

  function writeParty(accountId: string, key: string, party: PartyHabits): void {
    const { outCount, outSum, outFirstAt, outLastAt, outLargest, outRises } = party;
    const { inCount, inSum, inFirstAt, inLastAt } = party;
    const outgoing = [outCount, outSum, outFirstAt, outLastAt, outLargest, outRises];
    writes?.keepParty.run(accountId, key, ...outgoing, inCount, inSum, inFirstAt, inLastAt);
    factsOfWrite(database).parties.set(`${accountId}\n${key}`, party);
  }

  /** Reads the newest movements before a given one, to count them. */
  function countHistory(accountId: string, before: number): CachedHabits {
    const habits = createHabits();
    const parties = new Map<string, PartyHabits>();
    for (const row of flows.all(accountId, before, MAX_COUNTED_MOVEMENTS).reverse()) {
      if (!COUNTED_TYPES.includes(row.type) || row.isOwn) continue;
      const side = row.payer === accountId ? 'out' : 'in';
      const movement = movementOf(row, { side, market });
      const keys = keysOf(side === 'out' ? row.payee : row.payer, row);
      countIn(habits, parties, { keys, movement });
    }
    return { habits, parties };
  }

  function knownAccountOf({ id, habits, ...row }: AccountRow): KnownAccount {
    if (habits) {
      const party = (key: string) => partyRow.get(id, key) ?? NO_PARTY;
      return { ...row, habits: unpackHabits(habits), party };
    }
    const countedHistory = countHistory(id, MAX_SEQUENCE);
    return {
      ...row,
      habits: countedHistory.habits,
      party: (key) => countedHistory.parties.get(key) ?? NO_PARTY,
    };
  }

  /** Returns the initial habits of an account, and writes those of its parties. */
  function initialHabits(accountId: string, before: number): AccountHabits {
    const { habits, parties } = countHistory(accountId, before);
    for (const [key, party] of parties) writeParty(accountId, key, party);
    return habits;
  }

  /** Counts one movement of an account, and writes the result. */
  function updateHabits(
    accountId: string,
    sequence: number,
    keys: readonly string[],
    movement: Movement,
  ) {
    const keptHabits = factsOfWrite(database);
    const cache = accountOf(accountId, keptHabits);
    if (!cache) return;
    const habits = cache.habits ?? initialHabits(accountId, sequence);
    cache.habits = habits;
    const parties = new Map(keys.map((key) => [key, partyOf(accountId, key, keptHabits)]));
    countIn(habits, parties, { keys, movement });
    for (const [key, party] of parties) writeParty(accountId, key, party);
    writes?.keep.run(accountId, packHabits(habits));
  }

  return {
    find(accountId) {
      const keptHabits = factsOfWrite(database);
      const row = isInternal(accountId) ? null : accountOf(accountId, keptHabits);
      if (!row) return null;
      const { habits, openedAt } = row;
      if (habits) return { openedAt, habits, party: (key) => partyOf(accountId, key, keptHabits) };
      const countedHistory = countHistory(accountId, MAX_SEQUENCE);
      const party = (key: string) => countedHistory.parties.get(key) ?? NO_PARTY;
      return { openedAt, habits: countedHistory.habits, party };
    },
    findAll(accountIds) {
      const ownIds = accountIds.filter((id) => !isInternal(id));
      return new Map(
        accounts.all(JSON.stringify(ownIds)).map((row) => [row.id, knownAccountOf(row)]),
      );
    },
    recordDoubt(accountId, atMs) {
      const cache = accountOf(accountId, factsOfWrite(database));
      if (!cache) return;
      const habits = cache.habits ?? initialHabits(accountId, MAX_SEQUENCE);
      cache.habits = habits;
      if (habits.doubtAtMs === atMs) return;
      habits.doubtAtMs = atMs;
      writes?.keep.run(accountId, packHabits(habits));
    },
    countBooking({ row, entries }) {
      if (!COUNTED_TYPES.includes(row.type)) return;
      const { sourceAccountId: payer, destinationAccountId: payee, ledgerSequence } = row;
      const isOwn = row.type === 'transfer' && ownerOf.get(payee) === row.customerId;
      if (isOwn) return;
      for (const { accountId, amount, currency } of entries) {
        if (isInternal(accountId)) continue;
        const side = accountId === payer ? 'out' : 'in';
        const { context, postedAt } = row;
        const movement = movementOf({ at: postedAt, amount, currency, context }, { side, market });
        const keys = keysOf(side === 'out' ? payee : payer, row);
        updateHabits(accountId, ledgerSequence, keys, movement);
      }
    },
  };
}

/** Counts a movement once for the account, and once for each key of its party. */
function countIn(
  habits: AccountHabits,
  parties: Map<string, PartyHabits>,
  { keys, movement }: { readonly keys: readonly string[]; readonly movement: Movement },
): void {
  for (const [index, key] of keys.entries()) {
    const before = parties.get(key) ?? NO_PARTY;
    if (index === 0) noteMovement(habits, before, movement);
    parties.set(key, partyAfter(before, movement));
  }
}

/** Returns the key of the party, and the key of its name in every spelling. */
function keysOf(accountId: string, row: Pick<TransactionRow, 'externalParty'>): string[] {
  const { key, spelling } = partyKeysOf(accountId, row);
  return spelling === null ? [key] : [key, spelling];
}

function movementOf(
  { at, amount, currency, context }: Pick<FlowRow, 'at' | 'amount' | 'currency' | 'context'>,
  { side, market }: { readonly side: 'out' | 'in'; readonly market: Market },
): Movement {
  const amountReference = side === 'out' ? convertToEuros({ amount, currency }, market) : null;
  const origin = side === 'out' ? movementOrigin(context) : null;
  return { atMs: at, side, amountMinor: amount, amountReference, origin };
}

/** Returns the stated origin of a payment, in the form in which it is counted. */
export function movementOrigin(context: string | null): MovementOrigin | null {
  if (context === null) return null;
  const { deviceId, location } = JSON.parse(context) as Origin;
  const { country, lat, lon } = location ?? {};
  const place: MovementOrigin['place'] =
    lat === undefined || lon === undefined
      ? null
      : [Math.round(lat * 1_000), Math.round(lon * 1_000)];
  return {
    device: deviceId === undefined ? null : hashTo48Bits(deviceId),
    country: country === undefined ? null : hashTo48Bits(country),
    place,
  };
}
