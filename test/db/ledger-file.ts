// Ledgers for tests below the API: one with an object of every kind, copies of it that a test can
// falsify, and temporary folders for tests that need a file.

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { relayEvents } from '../../db/events/relay.ts';
import { createQuote, expireQuotes } from '../../db/exchange/quotes.ts';
import { openSeal } from '../../db/kernel/seal.ts';
import { type Ledger, openLedger } from '../../db/ledger.ts';
import { signCheckpoint } from '../../db/log/checkpoints.ts';
import { acceptExchange, settleTransactions, startDueSchedules } from '../../db/money/calls.ts';
import { createWallet } from '../../db/wallets/acts.ts';
import { findWallet } from '../../db/wallets/reads.ts';
import { recordAttempt } from '../../db/webhooks/deliveries.ts';
import { listDue } from '../../db/webhooks/mailboxes.ts';
import { createTestMarket } from '../kit/money/market.ts';
import { openPlanner } from '../kit/money/scheduling.ts';
import { makeAttempt, openEndpoint } from '../kit/outside/endpoints.ts';
import { recordCreditAssessments } from '../kit/people/credit.ts';
import { recordAssessments } from '../kit/people/kyc.ts';
import { makeBatches } from './batches/batch-breakages.ts';
import { makeAnchor, makeExecution } from './chain/chain-records.ts';
import { makeDeployments } from './deployments/deployment-breakages.ts';
import { makeIntents } from './intents/intent-breakages.ts';
import { makeInventory } from './inventory/inventory-breakages.ts';
import { makeOverdraft } from './overdrafts/overdraft-breakages.ts';
import { makeRailPayments } from './rails/rail-breakages.ts';
import { stoppedClock } from './sqlite-rig.ts';
import type { Clock } from './store-rig.ts';
import { causeOf, hashOf, tellerOf } from './teller.ts';

export type Teller = ReturnType<typeof tellerOf>;

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-db-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface FilledLedger {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly tenantId: string;
  readonly accounts: readonly string[];
  /** A quote used by an exchange, an expired quote, and that exchange. */
  readonly quotes: Readonly<Record<'used' | 'expired' | 'exchange', string>>;
  /** Transactions by their outcome. */
  readonly transactions: Readonly<
    Record<
      'posted' | 'declined' | 'captured' | 'canceled' | 'expired' | 'executed' | 'waiting',
      string
    >
  >;
}

/** A ledger with a transaction in every state that acts lead to, and clean books. */
export async function openFilledLedger(file = ':memory:'): Promise<FilledLedger> {
  const clock = stoppedClock();
  const logKey = generateKeyPairSync('ed25519').privateKey;
  const ledger = openLedger({
    environment: 'sandbox',
    file,
    now: clock.now,
    logKey,
    market: createTestMarket(100),
  });
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute,
  });
  const from = await teller.account({ funds: 1000 });
  const to = await teller.account();
  const posted = await teller.post({ from, to, amount: 100 });
  await ledger.run(signCheckpoint, null);
  const declined = await teller.send({ from: to, to: from, amount: 101 });
  const captured = await teller.hold({ from, to, amount: 50 });
  await teller.capture(captured, 20);
  const canceled = await teller.hold({ from, to, amount: 60 });
  await teller.release(canceled, 'canceled');
  const expired = await teller.hold({ from, amount: 70, holdExpiresAt: clock.now() + 10 });
  clock.move(10);
  await teller.release(expired, 'expired');
  const quotes = await makeExchanges(ledger, teller);
  await makeSchedules(ledger);
  await makeOverdraft(ledger, teller);
  await makeBatches(ledger, teller);
  await makeIntents(ledger, teller);
  const chain = await makeAnchor(ledger, teller.tenantId);
  const executed = await makeExecution(ledger, teller, chain);
  await makeWallets(ledger, teller);
  await recordCreditAssessments(ledger, teller.tenantId, await teller.customer());
  await recordAssessments(ledger, teller.tenantId, [
    await teller.customer(),
    await teller.customer(),
  ]);
  await makeDeployments(ledger, teller.tenantId);
  await makeInventory(ledger);
  await makeRailPayments(ledger, teller);
  const waiting = await teller.hold({ from, to, amount: 80 });
  await ledger.run(signCheckpoint, null);
  const transactions = { posted, declined, captured, canceled, expired, executed, waiting };
  await makeDeliveries(ledger, teller.tenantId);
  return { ledger, clock, tenantId: teller.tenantId, accounts: [from, to], quotes, transactions };
}

/** A schedule that has run once, and waits for its next day. */
async function makeSchedules(ledger: Ledger): Promise<void> {
  const planner = await openPlanner(ledger, 1000);
  const today = new Date(ledger.now()).toISOString().slice(0, 10);
  await planner.schedule({ startDate: today, every: { count: 3 } });
  const { transactionIds } = await ledger.run(startDueSchedules, null);
  const workflow = { id: 'test', runId: 'test' };
  const [settled] = await ledger.run(settleTransactions, { ids: transactionIds, workflow });
  if (settled?.status !== 'posted') throw new Error('the schedule did not run');
}

/** An exchange that used a quote, and a quote that expired unused. */
async function makeExchanges(ledger: Ledger, teller: Teller) {
  const { tenantId } = teller;
  const sourceAccountId = await teller.account({ funds: 1000 });
  const destinationAccountId = await teller.account({ currency: 'USD' });
  const pair = { sourceCurrency: 'EUR', destinationCurrency: 'USD' };
  const amounts = { ...pair, fixed: 'source', amount: 100n } as const;
  const order = { tenantId, metadata: {}, requestHash: hashOf('quote'), cause: causeOf() };
  const quote = async (lockMs: number) => {
    const { id } = await ledger.run(createQuote, { ...order, amounts, lockMs });
    return id;
  };
  const used = await quote(60_000);
  const expired = await quote(0);
  await ledger.run(expireQuotes, 10);
  const accepted = await ledger.run(acceptExchange, {
    ...order,
    sourceAccountId,
    destinationAccountId,
    exchange: { amounts, quoteId: used, maxSlippageBps: 0 },
    description: null,
    reference: null,
    category: null,
  });
  const [settled] = await teller.settle(accepted.id);
  if (settled?.status !== 'posted') throw new Error('the exchange was not booked');
  return { used, expired, exchange: accepted.id };
}

/** Two wallets in euro and dollar, and payments between them in three states. */
async function makeWallets(ledger: Ledger, teller: ReturnType<typeof tellerOf>): Promise<void> {
  const { tenantId } = teller;
  const customerId = await teller.customer();
  const open = async (name: string) => {
    const order = { name, currencies: ['EUR', 'USD'], metadata: {}, customerId, tenantId };
    const orderTerms = { requestHash: hashOf(name), cause: causeOf() };
    const { id } = await ledger.run(createWallet, { ...order, ...orderTerms });
    return id;
  };
  const payment = {
    sourceWalletId: await open('Pays'),
    destinationWalletId: await open('Gets'),
  };
  const wallet = await findWallet(ledger, tenantId, payment.sourceWalletId);
  await teller.post({ to: wallet?.balances[0]?.accountId ?? '', amount: 500 });
  const sides = { type: 'transfer', payment } as const;
  await teller.post({ ...sides, amount: 10 });
  const reversal = await teller.reverse(await teller.post({ ...sides, amount: 20 }), {
    amount: 5,
  });
  await teller.settle(reversal.id);
  await teller.hold({ ...sides, amount: 30 });
}

/** A webhook endpoint with a delivery that succeeded and one that failed for good. */
async function makeDeliveries(ledger: Ledger, tenantId: string): Promise<void> {
  const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
  const url = 'https://example.com/hook';
  const { id } = await openEndpoint(ledger, seal, { url, events: ['webhook.*'], tenantId });
  const other = { url, events: ['account.*'], tenantId };
  await openEndpoint(ledger, seal, other);
  await ledger.run(relayEvents, 1_000);
  for (const [index, { id: deliveryId }] of listDue(ledger, {
    endpointId: id,
    now: ledger.now(),
    limit: 10,
  }).entries()) {
    const delivered = index === 0;
    await ledger.run(recordAttempt, makeAttempt(deliveryId, { at: ledger.now(), delivered }));
  }
}

/**
 * A copy in memory that obeys no trigger, no check, no foreign key and no unique index of ours:
 * anything can be broken.
 */
export function breakableCopy(ledger: Ledger): BetterSqlite3.Database {
  return breakableCopies(ledger)();
}

/**
 * Makes any number of copies of a ledger in its current state, without the guards of the database.
 */
export function breakableCopies(ledger: Ledger): () => BetterSqlite3.Database {
  const first = new BetterSqlite3(ledger.database.raw.serialize());
  dropGuards(first);
  const bytes = first.serialize();
  first.close();
  return () => {
    const copy = new BetterSqlite3(bytes);
    onTestFinished(() => void copy.close());
    copy.pragma('foreign_keys = OFF');
    copy.pragma('ignore_check_constraints = ON');
    return copy;
  };
}

function dropGuards(copy: BetterSqlite3.Database): void {
  for (const name of namesOf(copy, 'trigger')) copy.exec(`DROP TRIGGER ${name}`);
  const unique = copy.prepare<[], string>(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%'",
  );
  for (const name of unique.pluck().all()) copy.exec(`DROP INDEX ${name}`);
}

/** Names of the tables or triggers that migrations made. */
export function namesOf(db: BetterSqlite3.Database, type: 'table' | 'trigger'): string[] {
  return db
    .prepare<[string], string>(
      `SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'
       AND name <> '__drizzle_migrations' ORDER BY name`,
    )
    .pluck()
    .all(type);
}
