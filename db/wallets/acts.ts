// Wallets: an object over one account per currency. Opening one, or a currency in one, is one
// database transaction with the accounts and all their events.

import type { Metadata } from '../../ledger/metadata.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { AccountWriter } from '../accounts/acts.ts';
import type { Market } from '../exchange/market.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import { walletParts } from './parts.ts';
import { wallets } from './tables.ts';
import { type WalletRow, walletView } from './view.ts';

export interface WalletOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly name: string;
  /** ISO 4217, each of them once. */
  readonly currencies: readonly string[];
  readonly metadata: Metadata;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface CurrencyOrder {
  readonly tenantId: string;
  readonly walletId: string;
  readonly currency: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface WalletActs {
  create(order: WalletOrder): Done;
  addCurrency(order: CurrencyOrder): Done;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly accounts: AccountWriter;
  readonly market: Pick<Market, 'hasRate'>;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** Call its functions inside `database.write` only. */
export function walletWriter(deps: Deps): WalletActs {
  const { database, keys, accounts, market, livemode, now, clock } = deps;
  const { raw } = database;
  const byId = raw.prepare<[string], WalletRow>(
    `SELECT ${columnsOf(wallets)} FROM wallets WHERE id = ?`,
  );
  const customerExists = raw.prepare<[string, string], unknown>(
    `SELECT 1 FROM customers WHERE id = ? AND tenant_id = ?
     AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`,
  );
  const insert = raw.prepare(`INSERT INTO wallets ${insertOf(wallets)}`);
  const touch = raw.prepare('UPDATE wallets SET version = ?, updated_at = ? WHERE id = ?');
  const partsOf = (id: string, time: number) => walletParts(database, [id], time)(id);

  function emitEvent(
    row: WalletRow,
    type: 'wallet.created' | 'wallet.updated',
    cause: Cause,
  ): void {
    const object = walletView(row, partsOf(row.id, clock(row.tenantId)), livemode);
    deps.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
  }

  function open({ id: walletId, ...wallet }: WalletRow, currency: string, cause: Cause): void {
    const { tenantId, customerId } = wallet;
    const name = `${wallet.name} ${currency}`;
    const account = { tenantId, customerId, type: 'checking' as const, currency, name };
    accounts.openIn(walletId, { ...account, metadata: {}, cause });
  }

  /** Its total is reckoned at rates: what never had one would spoil that of all the others. */
  function requireRates(currencies: readonly string[], pointerOf: (at: number) => string): void {
    const at = currencies.findIndex((currency) => !market.hasRate(currency));
    if (currencies.length < 2 || at < 0) return;
    const detail =
      `No exchange rate for ${currencies[at]} is available, so a wallet cannot hold it beside ` +
      'other currencies: open an account or a wallet for it alone.';
    throw new Refusal('rate_not_available', { detail, pointer: pointerOf(at) });
  }

  function create(order: WalletOrder): string {
    const { tenantId, customerId, cause } = order;
    if (!customerExists.get(customerId, tenantId)) {
      const message = `No customer has the id ${order.customerId}.`;
      throw new Refusal('customer_not_found', { pointer: '/customerId', message });
    }
    requireRates(order.currencies, (at) => `/currencies/${at}`);
    const { id, at } = mintDated('wallet', order.tenantId, clock);
    const { name } = order;
    const metadata = JSON.stringify(order.metadata);
    const times = { version: 1, createdAt: at, updatedAt: at };
    const row: WalletRow = { id, tenantId, customerId, name, metadata, ...times };
    insert.run(row);
    for (const currency of order.currencies) open(row, currency, cause);
    emitEvent(row, 'wallet.created', cause);
    return id;
  }

  function addCurrency(order: CurrencyOrder): Done {
    const { tenantId, walletId: id, currency, cause } = order;
    const use = useOf(order, `POST /v1/wallets/${id}/currencies`);
    const isBound = keys.find(use, now()) !== null;
    const row = byId.get(id);
    if (row?.tenantId !== tenantId) throw new Refusal('wallet_not_found');
    if (isBound) return { id, replayed: true };
    const held = partsOf(id, clock(row.tenantId)).map(({ account }) => account.currency);
    if (held.includes(currency)) throw new Refusal('currency_in_wallet');
    requireRates([...held, currency], () => '/currency');
    const next = {
      ...row,
      version: row.version + 1,
      updatedAt: Math.max(clock(row.tenantId), row.updatedAt),
    };
    touch.run(next.version, next.updatedAt, id);
    open(next, currency, cause);
    keys.bind(use, id, now());
    emitEvent(next, 'wallet.updated', cause);
    return { id, replayed: false };
  }

  return {
    create: (order) => keys.once(useOf(order, 'POST /v1/wallets'), now(), () => create(order)),
    addCurrency,
  };
}

function useOf(order: WalletOrder | CurrencyOrder, operation: string) {
  const { tenantId, requestHash, cause } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}
