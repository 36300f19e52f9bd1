// Opens the books of one customer for a question: reads of this ledger only, and nothing written.

import { accountsOfCustomer, readBalanceAsOf } from '../../db/accounts/reads.ts';
import type { AccountView } from '../../db/accounts/view.ts';
import type { Market } from '../../db/exchange/market.ts';
import type { AnyThreadLedger } from '../../db/kernel/ledger-reads.ts';
import { findLimits } from '../../db/limits/reads.ts';
import { readCachedMovements } from '../../db/movements/cached-movements.ts';
import { type BookedMovement, readFirstBooking, readMovements } from '../../db/movements/reads.ts';
import { listUpcoming } from '../../db/schedules/upcoming.ts';
import { priceOf } from '../../ledger/exchange.ts';
import type { BookAccount, Books } from './books.ts';
import { shareOf } from './flows.ts';
import type { Lexicon } from './lexicon.ts';

const MOST_ACCOUNTS = 100;
const MOST_NOTES = 2_000;
const LEXICON_MS = 400 * 86_400_000;

export interface BooksOrder {
  readonly tenantId: string;
  readonly customerId: string;
  /** Empty: all accounts of the customer. */
  readonly accountIds: readonly string[];
  readonly timezone: string;
}

/** A ledger that answers questions about money, exchange included. */
export interface AskedLedger extends AnyThreadLedger {
  readonly market: Pick<Market, 'rates' | 'spreadBps'>;
}

/** The accounts of a customer, or those of them that are named. */
export async function accountsOf(ledger: AnyThreadLedger, order: Omit<BooksOrder, 'timezone'>) {
  const { tenantId, customerId, accountIds } = order;
  const data = await accountsOfCustomer(ledger, { tenantId, customerId, limit: MOST_ACCOUNTS });
  return accountIds.length === 0 ? data : data.filter(({ id }) => accountIds.includes(id));
}

function bookAccount(account: AccountView): BookAccount {
  const { id, name, type, currency, status, balance, overdraft } = account;
  const { posted, available, held } = balance;
  const { limit = 0, used = 0 } = overdraft ?? {};
  return {
    ...{ id, name, type, currency, status, posted, available, held },
    overdraft: overdraft && { limit, used },
  };
}

/** The books, and the names that questions are compared with. */
export interface OpenedBooks {
  readonly books: Books;
  readonly lexicon: Lexicon;
}

/** Opens the books of a customer. */
export async function openBooks(ledger: AskedLedger, order: BooksOrder): Promise<OpenedBooks> {
  const { tenantId, timezone } = order;
  const views = await accountsOf(ledger, order);
  const accounts = views.map(bookAccount);
  const accountIds = accounts.map(({ id }) => id);
  const now = ledger.clock(tenantId);
  const since = now - LEXICON_MS;
  const year = readCachedMovements(ledger, { ...order, accounts: views, from: since });
  const recent = year?.movements ?? [];
  const movements: Books['movements'] = ({ from, to }) =>
    year !== null && (from >= since || year.isAll)
      ? recent.filter(({ postedAt }) => postedAt >= from && postedAt < to)
      : readMovements(ledger, { ...order, accountIds, from, to });
  const books: Books = {
    accounts,
    now,
    timezone,
    movements,
    beginning: (ids) => readFirstBooking(ledger, ids.length === 0 ? accountIds : ids),
    balanceAt: async (accountId, at) =>
      (await readBalanceAsOf(ledger, tenantId, accountId, at))?.posted ?? 0,
    listPlanned: async (to) => listUpcoming(ledger, { tenantId, accountIds, to }),
    limits: async () =>
      (await Promise.all(accountIds.map((id) => limitsOf(ledger, tenantId, id)))).flat(),
    convert: (amount, from, to) => convertAt(ledger, amount, from, to),
  };
  return { books, lexicon: lexiconOf(accounts, recent) };
}

/** The names in movements, which are kept with them. */
const names = new WeakMap<readonly BookedMovement[], Omit<Lexicon, 'accounts'>>();

/** The names in accounts and movements. */
export function lexiconOf(
  accounts: readonly BookAccount[],
  recent: readonly BookedMovement[],
): Lexicon {
  const known = names.get(recent) ?? namesIn(recent);
  names.set(recent, known);
  return { accounts, ...known };
}

function namesIn(recent: readonly BookedMovement[]): Omit<Lexicon, 'accounts'> {
  const distinct = (names: readonly (string | null)[]) =>
    [...new Set(names)].filter((name): name is string => name !== null && name !== '');
  const others = recent.filter(({ isOwn }) => !isOwn);
  const namesOf = ({ party, category }: BookedMovement) => [party, category];
  const out = new Set(others.filter((one) => shareOf('income', one) <= 0).flatMap(namesOf));
  // A note beside money that came in is text of somebody else. One that not all payments of its payee
  // and category have may be said of the others, too.
  const paid = others.filter(({ direction, type }) => direction === 'debit' && type !== 'reversal');
  const keyOf = ({ party, category }: BookedMovement) => `${party}\n${category}`;
  const bare = new Set(paid.filter(({ description }) => !description).map(keyOf));
  const noted = paid.filter((one) => one.description !== null && !bare.has(keyOf(one)));
  return {
    notes: distinct(noted.map(({ description }) => description)).slice(0, MOST_NOTES),
    categories: distinct(recent.map(({ category }) => category)),
    parties: distinct(others.map(({ party }) => party)),
    incomes: distinct(others.flatMap(namesOf)).filter((name) => !out.has(name)),
  };
}

async function limitsOf(ledger: AnyThreadLedger, tenantId: string, accountId: string) {
  const limits = await findLimits(ledger, tenantId, accountId);
  return (limits?.limits ?? []).map(({ period, maxAmount, remaining }) => {
    const currency = period === 'day_count' ? null : (limits?.currency ?? null);
    return { accountId, currency, period, maxAmount, remaining };
  });
}

function convertAt({ market }: AskedLedger, amount: bigint, from: string, to: string) {
  const rates = market.rates();
  if (!rates) return null;
  const ask = { sourceCurrency: from, destinationCurrency: to, fixed: 'source', amount } as const;
  const priced = priceOf(ask, rates.table, market.spreadBps);
  if (priced.kind !== 'priced') return null;
  const { destinationAmount, rate } = priced.price;
  const { source, asOf } = rates.table;
  return { amount: Number(destinationAmount), rate, source, asOf };
}
