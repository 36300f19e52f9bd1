// Reads the data of a run from the ledger, in pages between which other requests run: the movements
// of the accounts in its scope, and further payments of the accounts that they paid.

import type { AmlAccount, AmlReads, FlowPlace, Period } from '../../db/aml/flows.ts';
import type { Market } from '../../db/exchange/market.ts';
import { inReference } from '../../db/risk/habits.ts';
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
  /** Runs between two reads, each of which takes some milliseconds. */
  readonly rest: () => Promise<unknown>;
}

/** Maximum number of accounts of one customer. */
export const MAX_ACCOUNTS = 50;
/** Maximum number of movements of a run; the newest of each account are read. */
const MAX_FLOWS = 5_000;
/**
 * Maximum number of movements before the period, from which known parties are read in some
 * milliseconds.
 */
const MAX_BEFORE = 500;
/** Movements per page, which take some milliseconds. */
const PAGE = 250;
/** In the search for circles: maximum number of followed accounts, and of payments of each. */
const MAX_FOLLOWED = 100;
const MAX_OF_FOLLOWED = 200;

export interface Loaded {
  readonly accounts: readonly AccountFlows[];
  /** Named outside parties of these accounts. */
  readonly names: readonly NamedParty[];
  /** True when a limit left data out. */
  readonly isCut: boolean;
}

/** Reads the movements of each account, and their named parties. */
export async function loadAll(list: readonly AmlAccount[], loading: Loading): Promise<Loaded> {
  const { tenantId, period, reads } = loading;
  const accounts: AccountFlows[] = [];
  const names: NamedParty[] = [];
  let left = MAX_FLOWS;
  let isCut = false;
  for (const account of list) {
    const ownIds = new Set(
      reads.ofCustomer(tenantId, account.customerId, MAX_ACCOUNTS).map(({ id }) => id),
    );
    const rows = await movementsOf(account.id, left + 1, loading);
    if (rows.length > left) isCut = true;
    const flows = rows
      .slice(0, left)
      .reverse()
      .map((row) => {
        const direction = row.direction === 'debit' ? ('out' as const) : ('in' as const);
        const party = partyOf(direction === 'out' ? row.payee : row.payer, row);
        const outside = externalPartyOf(row);
        const flow = {
          ...{ ...flowOf(row, account, loading), direction, party, isOwn: ownIds.has(party) },
          isOutside: outside !== null,
          country: outside?.country ?? null,
        };
        const name = outside?.name;
        if (name !== undefined) names.push({ name, flow, accountId: account.id });
        return flow;
      });
    left -= flows.length;
    accounts.push({
      accountId: account.id,
      customerId: account.customerId,
      currency: account.currency,
      openedAt: account.openedAt,
      from: period.from,
      until: Math.min(period.to, loading.now),
      lastBefore: reads.lastBefore(account.id, period.from),
      known: listKnownParties(account.id, loading),
      flows,
    });
  }
  return { accounts, names, isCut };
}

/** Returns the parties of the account's movements before the period. */
function listKnownParties(accountId: string, { reads, period }: Loading): Set<string> {
  const rows = reads.before(accountId, period.from, MAX_BEFORE);
  return new Set(
    rows.map((row) => partyOf(row.direction === 'debit' ? row.payee : row.payer, row)),
  );
}

/** Returns movements, newest first. */
async function movementsOf(accountId: string, max: number, { reads, period, rest }: Loading) {
  const rows: ReturnType<AmlReads['flows']> = [];
  for (let before: FlowPlace | null = null; rows.length < max; ) {
    const limit = Math.min(PAGE, max - rows.length);
    const page = reads.flows(accountId, period, limit, before);
    rows.push(...page);
    before = page.at(-1) ?? null;
    if (page.length < limit) break;
    await rest();
  }
  return rows;
}

function flowOf(
  row: { readonly transactionId: string; readonly at: number; readonly amount: number },
  { currency }: AmlAccount,
  { market }: Loading,
) {
  const { transactionId, at, amount } = row;
  return {
    transactionId,
    at,
    amountMinor: amount,
    euros: inReference({ amount, currency }, market),
  };
}

export interface FollowedPayments {
  /**
   * Repeats a search until all accounts that it asks for have been read. It rests after each
   * account.
   */
  readFor(search: () => unknown): Promise<void>;
  /** Returns the payments of another account that have been read, oldest first. */
  paymentsOf(accountId: string): readonly Flow[];
  isCut(): boolean;
}

/** Reads payments of other accounts, each account once. */
export function followPayments(loading: Loading): FollowedPayments {
  const { tenantId, period, reads, rest } = loading;
  const flowCache = new Map<string, readonly Flow[]>();
  const missing = new Set<string>();
  let isCut = false;

  function paymentsOf(accountId: string): readonly Flow[] {
    const read = flowCache.get(accountId);
    if (read) return read;
    if (!isInternal(accountId) && !accountId.startsWith('outside')) missing.add(accountId);
    return [];
  }

  function readPayments(accountId: string): void {
    const account = reads.account(tenantId, accountId);
    const { rows, isCut: isRowsCut } = account
      ? reads.payments(accountId, period, MAX_OF_FOLLOWED)
      : { rows: [], isCut: false };
    if (isRowsCut) isCut = true;
    const flows = rows.map((row): Flow => {
      const flow = flowOf(row, account as AmlAccount, loading);
      const party = { party: row.payee, isOwn: false, isOutside: false, country: null };
      return { ...flow, direction: 'out', ...party };
    });
    flowCache.set(accountId, flows);
  }

  return {
    paymentsOf,
    isCut: () => isCut,
    async readFor(search) {
      for (;;) {
        missing.clear();
        search();
        if (missing.size === 0) return;
        for (const accountId of missing) {
          if (flowCache.size >= MAX_FOLLOWED) {
            isCut = true;
            return;
          }
          readPayments(accountId);
          await rest();
        }
      }
    },
  };
}
