// Books a decision: two entries, two balances and one log leaf, numbered by the head of the log.
// Only settle and capture call it, inside their database transaction.

import { randomFillSync } from 'node:crypto';
import { canonicalLeaf, hashLeaf } from '../../chain/leaf.ts';
import type { LedgerAccount } from '../../ledger/account.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { toJson } from '../../ledger/money.ts';
import type { Leg } from '../../ledger/transfer.ts';
import { dayAt } from '../../ledger/value-date.ts';
import type { BookedParts, HoldRow, TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';

/** One leg of a booking. */
export interface BookedLeg extends Leg {
  /** Omitted when it is the currency of the transaction. */
  readonly currency?: string;
  /** Amounts that the booking releases from `held` and `pendingIn` of the account; by default none. */
  readonly released?: { readonly held: bigint; readonly pendingIn: bigint };
}

export interface LoadedAccount extends LedgerAccount {
  /** True when there are expired holds that no act has ended yet. */
  readonly hasExpiredHolds: boolean;
  /** The linked account that covers payments beyond this balance. */
  readonly linkedId: string | null;
  /** Null for an account of the bank. */
  readonly customerId: string | null;
  /** True when limits were ever set for the account, active or not. */
  readonly hasLimits: boolean;
  /** Days since 1970 by the developer's clock. */
  readonly lastUsedOn: number;
  /** Increments with each change of the row. */
  readonly version: number;
}

export interface Journal {
  /** Reads the current state of an account, without expired holds. */
  load(accountId: string, now: number): LoadedAccount;
  /**
   * Lists the transactions with expired holds on the account that no act has ended yet, oldest
   * first.
   */
  listExpiredHolds(accountId: string, now: number): string[];
  /** Books both sides of a transaction. The returned row is not written yet. */
  post(row: TransactionRow, legs: readonly BookedLeg[]): BookedParts;
  /** Adds `delta` to `held` of the payer and `pendingIn` of the payee; a negative delta releases. */
  changeHeld(sides: HoldSides, delta: bigint, now: number): void;
}

type HoldSides = Pick<HoldRow, 'accountId' | 'destinationAccountId'>;

interface AccountFacts {
  id: string;
  kind: LedgerAccount['kind'];
  currency: string;
  status: LedgerAccount['status'];
  debitsBlocked: bigint;
  creditsBlocked: bigint;
  posted: bigint;
  held: bigint;
  pendingIn: bigint;
  overdraftLimit: bigint;
  linkedId: string | null;
  customerId: string | null;
  hasLimits: bigint;
  lastUsedOn: bigint;
  version: bigint;
}

/** Called with the booked parts of a transaction, in the same database transaction. */
export const bookingFollower =
  ledgerPart<(tx: Tx, bookedParts: BookedParts) => void>('a follower of bookings');

/** Reads and writes the journal. Call the writing functions inside `database.write` only. */
export const ledgerJournal = prepareOnce((tx: Tx): Journal => {
  const { now: realTime, clock } = tx;
  const { raw } = tx.database;
  const accountFacts = raw
    .prepare<[string], AccountFacts>(
      `SELECT id, kind, currency, status, debits_blocked AS debitsBlocked,
       credits_blocked AS creditsBlocked, posted, held, pending_in AS pendingIn,
       overdraft_limit AS overdraftLimit, overdraft_linked_id AS linkedId,
       customer_id AS customerId, limits_configured AS hasLimits, last_used_on AS lastUsedOn,
       version FROM accounts WHERE id = ?`,
    )
    .safeIntegers();
  const expiredSum = raw
    .prepare<[string, number], bigint>(
      `SELECT coalesce(sum(amount), 0) FROM holds
       WHERE account_id = ? AND status = 'active' AND expires_at <= ?`,
    )
    .safeIntegers()
    .pluck();
  const expiredHoldsStatement = raw
    .prepare<[string, number], string>(
      `SELECT transaction_id FROM holds
       WHERE account_id = ? AND status = 'active' AND expires_at <= ? ORDER BY id`,
    )
    .pluck();
  const head = raw.prepare<[], { size: number; postedAt: number }>(
    'SELECT size, posted_at AS postedAt FROM log_head',
  );
  const setHead = raw.prepare('UPDATE log_head SET size = ?, posted_at = ?');
  // A negative balance that an operator allowed beyond the overdraft decreases with each credit.
  const book = raw.prepare(
    `UPDATE accounts SET posted = @posted, version = version + 1, updated_at = @at,
     negative_allowed = min(iif(@allow, max(0, held - @posted), negative_allowed),
       max(0, held - @posted - overdraft_limit)) WHERE id = @id`,
  );
  const bookHeld = raw.prepare(
    `UPDATE accounts SET posted = @posted, held = held - @held,
     pending_in = pending_in - @pendingIn, version = version + 1, updated_at = @at,
     negative_allowed = min(negative_allowed, max(0, held - @held - @posted - overdraft_limit))
     WHERE id = @id`,
  );
  const addHeld = raw.prepare(
    'UPDATE accounts SET held = held + ?, version = version + 1, updated_at = ? WHERE id = ?',
  );
  const addPendingIn = raw.prepare(
    `UPDATE accounts SET pending_in = pending_in + ?, version = version + 1, updated_at = ?
     WHERE id = ?`,
  );
  const insertEntry = raw.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertLeaf = raw.prepare('INSERT INTO leaves VALUES (?, ?, ?)');
  const insertSalt = raw.prepare('INSERT INTO leaf_salts VALUES (?, ?)');

  function load(accountId: string, now: number): LoadedAccount {
    const row = accountFacts.get(accountId) ?? emptyInternalAccount(accountId);
    const expiredHolds = row.held > 0n ? (expiredSum.get(accountId, now) ?? 0n) : 0n;
    return {
      ...row,
      debitsBlocked: row.debitsBlocked !== 0n,
      creditsBlocked: row.creditsBlocked !== 0n,
      held: row.held - expiredHolds,
      hasExpiredHolds: expiredHolds > 0n,
      hasLimits: row.hasLimits !== 0n,
      lastUsedOn: Number(row.lastUsedOn),
      version: Number(row.version),
    };
  }

  function post(row: TransactionRow, legs: readonly BookedLeg[]): BookedParts {
    const before = head.get() as { size: number; postedAt: number };
    const size = before.size + 1;
    // The log uses real time, which all developers share.
    const realMs = Math.max(before.postedAt, realTime());
    // Two statements, because RETURNING fills a temporary table, which takes longer than both.
    setHead.run(size, realMs);
    const postedAt = clock(row.tenantId, realMs);
    for (const [number, leg] of legs.entries()) {
      const allow = row.allowNegative === 1 && leg.direction === 'debit' ? 1 : 0;
      const after = { posted: leg.balanceAfter, at: postedAt, id: leg.accountId };
      if (leg.released) bookHeld.run({ ...after, ...leg.released });
      else book.run({ ...after, allow });
      insertEntry.run(
        size,
        number,
        row.id,
        leg.accountId,
        leg.direction,
        leg.amount,
        leg.currency ?? row.currency,
        leg.balanceAfter,
        postedAt,
        row.valueDate ?? dayAt(postedAt),
      );
    }
    const entries = legs.map((leg) => ({
      accountId: leg.accountId,
      direction: leg.direction,
      amount: toJson(leg.amount),
      currency: leg.currency ?? row.currency,
      // Settlement balances can exceed 2^53. No view shows them, so the lost digits do not matter.
      balanceAfter: Number(leg.balanceAfter),
    }));
    const salt = nextSalt();
    const canonical = canonicalLeaf({
      currency: row.currency,
      entries,
      ledgerSequence: size,
      postedAt,
      salt: salt.toString('hex'),
      transactionId: row.id,
      type: row.type,
    });
    const hash = hashLeaf(canonical);
    insertLeaf.run(size - 1, row.id, hash);
    insertSalt.run(size - 1, salt);
    const amountPosted = entries[0]?.amount ?? 0;
    const posted = { ...row, ledgerSequence: size, postedAt, amountPosted };
    const parts = { row: posted, entries, leafHash: hash };
    bookingFollower(tx)(tx, parts);
    return parts;
  }

  return {
    load,
    listExpiredHolds: (accountId, now) => expiredHoldsStatement.all(accountId, now),
    post,
    changeHeld({ accountId, destinationAccountId }, delta, now) {
      addHeld.run(delta, now, accountId);
      addPendingIn.run(delta, now, destinationAccountId);
    },
  };
});

/** Returns an internal account that does not exist yet, as a dry run may need it. */
function emptyInternalAccount(id: string): AccountFacts {
  if (!isInternal(id)) throw new Error(`account ${id} is gone`);
  const zeroBalances = { posted: 0n, held: 0n, pendingIn: 0n, overdraftLimit: 0n };
  const unowned = { linkedId: null, customerId: null, hasLimits: 0n, lastUsedOn: 0n, version: 0n };
  const openState = { status: 'active' as const, debitsBlocked: 0n, creditsBlocked: 0n };
  return {
    id,
    kind: 'settlement',
    currency: id.split('/')[1] ?? '',
    ...openState,
    ...zeroBalances,
    ...unowned,
  };
}

const SALT_BYTES = 16;
const salts = Buffer.alloc(SALT_BYTES * 256);
let usedSalts = salts.length;

/**
 * Returns 16 bytes from the system's random source, fetched in bulk because a call costs as much as
 * a booking. The bytes are overwritten by the next fill, so the caller writes them at once.
 */
function nextSalt(): Buffer {
  if (usedSalts === salts.length) {
    randomFillSync(salts);
    usedSalts = 0;
  }
  usedSalts += SALT_BYTES;
  return salts.subarray(usedSalts - SALT_BYTES, usedSalts);
}
