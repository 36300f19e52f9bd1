// The histories of accounts, in memory: a page per account that remembers how far it has read the
// journal and reads on from there. So it costs one look-up when nothing was booked, or this process
// booked it, is right for each process that books, and is lost with the process without a loss.

import type { LedgerReads } from '../../db/ledger.ts';
import { type FlowAccount, type FlowCursor, type FlowRow, flowReads } from '../../db/risk/flows.ts';
import { type BookedParts, isInternal, type TransactionRow } from '../../db/transactions/view.ts';
import { type AccountPage, newPage, note } from '../../models/features/transfer-history.ts';

/** Movements that a page begins with: what lies before them is not seen. */
const MOST_READ = 20_000;
/** A page that grew beyond it is read anew. */
const MOST_KEPT = 2 * MOST_READ;
/** Movements in memory, of all accounts: some 80 bytes each. */
const MOST_IN_ALL = 500_000;
/** Movements of a page that wait for its next reader; with more the journal is read. */
const MOST_FRESH = 64;

export interface Pages {
  /** An account with all that is booked; null when it is no customer's. */
  read(accountId: string): Reading | null;
  /** The same for all of those accounts; the ones of no customer are left out. */
  readAll(accountIds: ReadonlySet<string>): ReadonlyMap<string, Reading>;
  /** The page of an account whose row the caller has read just now; null: `read` has to. */
  ofVersion(accountId: string, version: number): AccountPage | null;
  /** Called with what this process books, inside the commit: no reader asks the journal for it. */
  followBooking(parts: BookedParts): void;
}

export interface Reading {
  readonly page: AccountPage;
  /** Minor units that are there and not held. */
  readonly available: number;
}

interface Kept {
  readonly page: AccountPage;
  cursor: FlowCursor;
  /** Of the account when it was read: as long as it stands, nothing was booked. */
  version: number;
  /** What was booked here since; null: too much. */
  fresh: FlowRow[] | null;
}

/** Transfers and what goes out of the bank or comes into it; no fees, exchanges or reversals. */
const COUNTED = ['transfer', 'withdrawal', 'deposit'];

export function pagesOf({ database }: LedgerReads): Pages {
  const reads = flowReads(database);
  const kept = new Map<string, Kept>();
  let rows = 0;

  function load(accountId: string, { openedAt, version }: FlowAccount): Kept {
    const cursor = { at: 0, sequence: 0 };
    const one: Kept = { page: newPage(openedAt), cursor, version, fresh: [] };
    for (const row of reads.newest(accountId, MOST_READ)) turnOver(one, accountId, row);
    keep(accountId, one, lengthOf(one.page));
    database.onUndo(() => drop(accountId, one));
    return one;
  }

  function drop(accountId: string, one: Kept): void {
    if (kept.get(accountId) !== one) return;
    rows -= lengthOf(one.page);
    kept.delete(accountId);
  }

  /** What was used longest ago goes first. */
  function keep(accountId: string, one: Kept, grown: number): void {
    kept.delete(accountId);
    kept.set(accountId, one);
    rows += grown;
    for (const [id, oldest] of kept) {
      if (rows <= MOST_IN_ALL || id === accountId) break;
      drop(id, oldest);
    }
  }

  function readOn(accountId: string, known: Kept, version: number): void {
    const before = { ...known, length: lengthOf(known.page) };
    const news = freshOf(known, version) ?? reads.after(accountId, known.cursor);
    const backs = news.map((row) => turnOver(known, accountId, row));
    known.version = version;
    known.fresh = [];
    const grown = lengthOf(known.page) - before.length;
    keep(accountId, known, grown);
    // Inside a commit nothing is certain yet: what is undone there leaves the page as well.
    database.onUndo(() => {
      for (const back of backs.reverse()) back();
      known.cursor = before.cursor;
      known.version = before.version;
      known.fresh = before.fresh;
      if (kept.get(accountId) === known) rows -= grown;
    });
    if (lengthOf(known.page) > MOST_KEPT) drop(accountId, known);
  }

  /** Null: there is no page of the account. */
  function ofVersion(accountId: string, version: number): AccountPage | null {
    const known = kept.get(accountId);
    if (!known) return null;
    if (known.version === version) keep(accountId, known, 0);
    else readOn(accountId, known, version);
    return known.page;
  }

  function readingOf(accountId: string, account: FlowAccount): Reading {
    const known = ofVersion(accountId, account.version);
    const page = known ?? load(accountId, account).page;
    return { page, available: account.available };
  }

  return {
    ofVersion,
    read(accountId) {
      const account = isInternal(accountId) ? undefined : reads.account(accountId);
      return account ? readingOf(accountId, account) : null;
    },
    readAll(accountIds) {
      const accounts = reads.accounts([...accountIds].filter((id) => !isInternal(id)));
      return new Map([...accounts].map(([id, account]) => [id, readingOf(id, account)]));
    },
    followBooking(parts) {
      for (const [at, { accountId }] of parts.entries.entries()) {
        const known = kept.get(accountId);
        if (known) database.onUndo(freshly(known, flowOf(parts, at)));
      }
    },
  };
}

/** The movement of one entry, as the journal would return it. */
function flowOf({ row, entries }: BookedParts, at: number) {
  const { type, sourceAccountId: payer, destinationAccountId: payee, externalParty } = row;
  const { ledgerSequence, postedAt } = row;
  const { direction, amount } = entries[at] as BookedParts['entries'][number];
  const sides = { direction, amount, type, payer, payee, externalParty };
  return { at: postedAt, sequence: ledgerSequence, ...sides };
}

/** Keeps a movement for the next reader of a page; returns what forgets it again. */
function freshly(known: Kept, row: FlowRow): () => void {
  const { fresh } = known;
  if (fresh === null) return () => {};
  if (fresh.length < MOST_FRESH) {
    fresh.push(row);
    return () => void fresh.pop();
  }
  known.fresh = null;
  return () => {
    known.fresh = fresh;
  };
}

/**
 * What was booked here since the page was read, when that is all that happened to the account: each
 * movement and each other change raises its version, so a sum that fits leaves no room for a change
 * else. Null: the journal has to be read.
 */
function freshOf({ fresh, version: before, cursor }: Kept, version: number): FlowRow[] | null {
  if (fresh?.length !== version - before) return null;
  let { at, sequence } = cursor;
  for (const row of fresh) {
    // A clock that was set back: the journal has an order of its own.
    if (row.at < at || (row.at === at && row.sequence <= sequence)) return null;
    ({ at, sequence } = row);
  }
  return fresh;
}

function lengthOf({ out, in: incoming }: AccountPage): number {
  return out.at.length + incoming.at.length;
}

/** Notes a movement and moves the cursor over it; returns what takes the note back. */
function turnOver(kept: Kept, accountId: string, row: FlowRow): () => void {
  kept.cursor = { at: row.at, sequence: row.sequence };
  if (!COUNTED.includes(row.type)) return () => {};
  const side = row.payer === accountId ? 'out' : 'in';
  const party = side === 'out' ? partyOf(row.payee, row) : partyOf(row.payer, row);
  return note(kept.page, side, { atMs: row.at, amountMinor: row.amount, party });
}

/** An account, or who is behind the bank's own side of a payment. */
export function partyOf(
  accountId: string,
  { externalParty }: Pick<TransactionRow, 'externalParty'>,
): string {
  if (!isInternal(accountId)) return accountId;
  if (externalParty === null) return 'outside';
  const party = JSON.parse(externalParty) as { name?: string; accountNumber?: string };
  return `outside/${party.accountNumber ?? party.name ?? ''}`;
}
