// Acts on wallets. A wallet groups one account per currency. Opening a wallet or a currency writes
// the accounts and all events in one database transaction.

import type { Metadata } from '../../ledger/metadata.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { openInWallet } from '../accounts/acts.ts';
import { ledgerMarket } from '../exchange/market.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { walletParts } from './parts.ts';
import { wallets } from './tables.ts';
import { type WalletRow, walletView } from './view.ts';

export interface WalletOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly name: string;
  /** ISO 4217 codes without duplicates. */
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

const BY_ID = `SELECT ${columnsOf(wallets)} FROM wallets WHERE id = ?`;
const CUSTOMER_EXISTS = `SELECT 1 FROM customers WHERE id = ? AND tenant_id = ?
  AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`;
const INSERT = `INSERT INTO wallets ${insertOf(wallets)}`;
const SET_VERSION = 'UPDATE wallets SET version = ?, updated_at = ? WHERE id = ?';

/** Opens a wallet with its accounts, once for an idempotency key. */
export const createWallet = act(
  'wallet.create',
  (tx, order: WalletOrder): KeyedResult =>
    tx.keys.runOnce(keyUseOf(order, 'POST /v1/wallets'), tx.now(), () => writeWallet(tx, order)),
);

/**
 * Opens another currency in a wallet, once for an idempotency key.
 * @throws Refusal when the wallet already has the currency
 */
export const addCurrency = act('wallet.add_currency', (tx, order: CurrencyOrder): KeyedResult => {
  const { tenantId, walletId: id, currency, cause } = order;
  const keyUse = keyUseOf(order, `POST /v1/wallets/${id}/currencies`);
  const isBound = tx.keys.find(keyUse, tx.now()) !== null;
  const row = tx.get<WalletRow>(BY_ID, id);
  if (row?.tenantId !== tenantId) throw new Refusal('wallet_not_found');
  if (isBound) return { id, replayed: true };
  const ownedCurrencies = partsOf(tx, id, tx.clock(row.tenantId)).map(
    ({ account }) => account.currency,
  );
  if (ownedCurrencies.includes(currency)) throw new Refusal('currency_in_wallet');
  requireRates(tx, [...ownedCurrencies, currency], () => '/currency');
  const next = {
    ...row,
    version: row.version + 1,
    updatedAt: Math.max(tx.clock(row.tenantId), row.updatedAt),
  };
  tx.run(SET_VERSION, next.version, next.updatedAt, id);
  openCurrency(tx, next, currency, cause);
  tx.keys.bind(keyUse, id, tx.now());
  emitEvent(tx, next, 'wallet.updated', cause);
  return { id, replayed: false };
});

function partsOf(tx: Tx, id: string, time: number) {
  return walletParts(tx.database, [id], time)(id);
}

function emitEvent(
  tx: Tx,
  row: WalletRow,
  type: 'wallet.created' | 'wallet.updated',
  cause: Cause,
): void {
  const object = walletView(row, partsOf(tx, row.id, tx.clock(row.tenantId)), tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
}

function openCurrency(
  tx: Tx,
  { id: walletId, ...wallet }: WalletRow,
  currency: string,
  cause: Cause,
): void {
  const { tenantId, customerId } = wallet;
  const name = `${wallet.name} ${currency}`;
  const account = { tenantId, customerId, type: 'checking' as const, currency, name };
  openInWallet(tx, walletId, { ...account, metadata: {}, cause });
}

/**
 * @throws Refusal for a currency without an exchange rate, which would make the total of the wallet
 * impossible to compute
 */
function requireRates(
  tx: Tx,
  currencies: readonly string[],
  pointerOf: (index: number) => string,
): void {
  const index = currencies.findIndex((currency) => !ledgerMarket(tx.database).hasRate(currency));
  if (currencies.length < 2 || index < 0) return;
  const detail =
    `No exchange rate for ${currencies[index]} is available, so a wallet cannot hold it beside ` +
    'other currencies: open an account or a wallet for it alone.';
  throw new Refusal('rate_not_available', { detail, pointer: pointerOf(index) });
}

function writeWallet(tx: Tx, order: WalletOrder): string {
  const { tenantId, customerId, cause } = order;
  if (!tx.get<unknown>(CUSTOMER_EXISTS, customerId, tenantId)) {
    const message = `No customer has the id ${order.customerId}.`;
    throw new Refusal('customer_not_found', { pointer: '/customerId', message });
  }
  requireRates(tx, order.currencies, (index) => `/currencies/${index}`);
  const { id, at } = mintDated('wallet', order.tenantId, tx.clock);
  const { name } = order;
  const metadata = JSON.stringify(order.metadata);
  const firstVersion = { version: 1, createdAt: at, updatedAt: at };
  const row: WalletRow = { id, tenantId, customerId, name, metadata, ...firstVersion };
  tx.run(INSERT, row);
  for (const currency of order.currencies) openCurrency(tx, row, currency, cause);
  emitEvent(tx, row, 'wallet.created', cause);
  return id;
}

function keyUseOf(order: WalletOrder | CurrencyOrder, operation: string) {
  const { tenantId, requestHash, cause } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}
