// Reads the data of a run from the ledger, in pages between which other requests run: the movements
// of the accounts in its scope, and further payments of the accounts that they paid.

import type { AmlAccount, AmlFlowRow, AmlPartyRow, AmlReads, Period } from '../../db/aml/flows.ts';
import type { Market } from '../../db/exchange/market.ts';
import { convertToEuros } from '../../db/risk/habits.ts';
import { partyOf } from '../../db/risk/parties.ts';
import { externalPartyOf } from '../../ledger/external-party.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import type { AccountFlows, Flow } from './flow.ts';
import type { NamedParty } from './sanctions.ts';

export interface Loading {
  readonly tenantId: string;
  readonly period: Period;
  /** The developer's clock. */
  readonly now: number;
  readonly reads: AmlReads;
  readonly market: Market;
  /** Runs between two reads. */
  readonly pause: () => Promise<unknown>;
}

/** Maximum number of accounts of one customer. */
export const MAX_ACCOUNTS = 50;
/** Maximum number of movements of a run; the newest of each account are read. */
const MAX_FLOWS = 5_000;
/** Maximum number of movements before the period, from which known parties are read. */
const MAX_BEFORE = 500;
/**
 * Movements per page. Each lies elsewhere in a file that is larger than the memory, where 25 take
 * some milliseconds.
 */
const PAGE_SIZE = 25;
/**
 * In the search for circles: maximum number of followed accounts, of payments of each, and of
 * debits among which these are looked for.
 */
const MAX_FOLLOWED_ACCOUNTS = 100;
const MAX_FOLLOWED_FLOWS = 200;
const MAX_DEBITS = 500;
/** Work after which a run rests. */
const MAX_WORK_MS = 5;

/** Returns a function that rests only when the run has worked for some milliseconds. */
export function createPauseWhenDue(pause: Loading['pause']): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_WORK_MS) return;
    await pause();
    since = performance.now();
  };
}

export interface LoadedFlows {
  readonly accounts: readonly AccountFlows[];
  /** Named outside parties of these accounts. */
  readonly names: readonly NamedParty[];
  /** True when a limit left data out. */
  readonly isTruncated: boolean;
}

/** Reads the movements of each account, and their named parties. */
export async function loadFlows(
  list: readonly AmlAccount[],
  loading: Loading,
): Promise<LoadedFlows> {
  const { tenantId, period, reads } = loading;
  const accounts: AccountFlows[] = [];
  const names: NamedParty[] = [];
  let remaining = MAX_FLOWS;
  let isTruncated = false;
  for (const account of list) {
    const ownIds = new Set(
      reads.accountsOfCustomer(tenantId, account.customerId, MAX_ACCOUNTS).map(({ id }) => id),
    );
    const rows = await readMovements(account.id, remaining + 1, loading);
    if (rows.length > remaining) isTruncated = true;
    const flows = rows
      .slice(0, remaining)
      .reverse()
      .map((row) => {
        const direction = row.direction === 'debit' ? ('out' as const) : ('in' as const);
        const party = partyOf(direction === 'out' ? row.payee : row.payer, row);
        const externalParty = externalPartyOf(row);
        const flow = {
          ...{ ...toFlow(row, account, loading), direction, party, isOwn: ownIds.has(party) },
          isOutside: externalParty !== null,
          country: externalParty?.country ?? null,
        };
        const name = externalParty?.name;
        if (name !== undefined) names.push({ name, flow, accountId: account.id });
        return flow;
      });
    remaining -= flows.length;
    accounts.push({
      accountId: account.id,
      customerId: account.customerId,
      currency: account.currency,
      openedAt: account.openedAt,
      from: period.from,
      until: Math.min(period.to, loading.now),
      lastBefore: reads.lastBefore(account.id, period.from),
      knownParties: await listKnownParties(account.id, loading),
      flows,
    });
  }
  return { accounts, names, isTruncated };
}

/** Returns the parties of the account's movements before the period. */
async function listKnownParties(accountId: string, loading: Loading): Promise<Set<string>> {
  const { reads, period } = loading;
  const start = { at: period.from, sequence: 0 };
  const rows = await readPages(MAX_BEFORE, loading, (limit, last: AmlPartyRow | undefined) =>
    reads.movementsBefore(accountId, last ?? start, limit),
  );
  return new Set(
    rows.map((row) => partyOf(row.direction === 'debit' ? row.payee : row.payer, row)),
  );
}

/** Returns movements, newest first. */
function readMovements(accountId: string, max: number, loading: Loading): Promise<AmlFlowRow[]> {
  const { reads, period } = loading;
  return readPages(max, loading, (limit, last: AmlFlowRow | undefined) =>
    reads.flows(accountId, period, limit, last ?? null),
  );
}

/** @param read returns the next rows after the last one of the page before */
async function readPages<T>(
  max: number,
  { pause }: Loading,
  read: (limit: number, last: T | undefined) => readonly T[],
): Promise<T[]> {
  const rows: T[] = [];
  while (rows.length < max) {
    const limit = Math.min(PAGE_SIZE, max - rows.length);
    const page = read(limit, rows.at(-1));
    rows.push(...page);
    if (page.length < limit) break;
    await pause();
  }
  return rows;
}

function toFlow(
  row: { readonly transactionId: string; readonly at: number; readonly amount: number },
  { currency }: AmlAccount,
  { market }: Loading,
) {
  const { transactionId, at, amount } = row;
  return {
    transactionId,
    at,
    amountMinor: amount,
    euros: convertToEuros({ amount, currency }, market),
  };
}

export interface FollowedPayments {
  /**
   * Repeats a search until all accounts that it asks for have been read. It rests between two
   * payments when that is due.
   */
  readUntilComplete(search: () => unknown): Promise<void>;
  /** Returns the payments of another account that have been read, oldest first. */
  paymentsOf(accountId: string): readonly Flow[];
  isTruncated(): boolean;
}

/** Reads payments of other accounts, each account once. */
export function followPayments(loading: Loading): FollowedPayments {
  const { tenantId, period, reads, pause } = loading;
  const flowCache = new Map<string, readonly Flow[]>();
  const missing = new Set<string>();
  let isTruncated = false;

  function paymentsOf(accountId: string): readonly Flow[] {
    const read = flowCache.get(accountId);
    if (read) return read;
    if (!isInternal(accountId) && !accountId.startsWith('outside')) missing.add(accountId);
    return [];
  }

  async function readPayments(accountId: string): Promise<void> {
    const account = reads.account(tenantId, accountId);
    const flows: Flow[] = [];
    const debits = account ? reads.debits(accountId, period, MAX_DEBITS) : [];
    if (debits.length === MAX_DEBITS) isTruncated = true;
    // Newest first: a row that is not needed may cost a read of the disk.
    for (const sequence of debits) {
      const row = reads.payment(sequence);
      if (row === undefined) continue;
      if (flows.length === MAX_FOLLOWED_FLOWS) {
        isTruncated = true;
        break;
      }
      const flow = toFlow(row, account as AmlAccount, loading);
      const party = { party: row.payee, isOwn: false, isOutside: false, country: null };
      flows.push({ ...flow, direction: 'out', ...party });
      await pause();
    }
    flowCache.set(accountId, flows.reverse());
  }

  return {
    paymentsOf,
    isTruncated: () => isTruncated,
    async readUntilComplete(search) {
      for (;;) {
        missing.clear();
        search();
        if (missing.size === 0) return;
        for (const accountId of missing) {
          if (flowCache.size >= MAX_FOLLOWED_ACCOUNTS) {
            isTruncated = true;
            return;
          }
          await readPayments(accountId);
          await pause();
        }
      }
    },
  };
}
