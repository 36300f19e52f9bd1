// Feeds the invented households of research/payments through the judge of a sandbox bank, in
// process, at the times of those households, and prints how many honest people were bothered and
// how much of the planted fraud was stopped. docs/risk.md quotes it.
//   npm run risk:payments -- [--seeds 1,2,3] [--customers 60] [--days 200] [--kinds]
// Every customer has a second factor and confirms an honest payment that waits for it; nobody who
// steals can. A person releases what else was held of honest customers, after it was counted.
// Names are not screened here: docs/screening.md measures them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { riskDesk } from '../../ai/risk/desk.ts';
import { servingDesk } from '../../ai/serving/finder.ts';
import { registerShipped } from '../../api/models/shipped-models.ts';
import { type Ledger, openLedger } from '../../db/ledger.ts';
import type { CodeProof } from '../../db/mfa/proof.ts';
import type { Cause, TransactionDraft } from '../../db/transactions/port.ts';
import { artifactStore } from '../../models/artifact-store.ts';
import { sessionPool } from '../../models/session-pool.ts';
import { fileRates } from '../../rates/file.ts';
import { makeWorld } from '../../research/payments/make.ts';
import type { Row } from '../../research/payments/rows.ts';
import { runScript, say } from '../say.mjs';

const TENANT = 'dev_payments';
const HASH = Buffer.alloc(32, 7);
const DAY = 86_400_000;
const CAUSE: Cause = { actor: 'key_payments', requestId: 'req_payments', idempotencyKey: null };
const WORKFLOW = { id: 'payments', runId: 'payments' };
/** A code that is right. */
const RIGHT_CODE: CodeProof = { method: 'totp', stepOf: (_, __, after) => after + 1 };

interface Seen {
  readonly row: Row;
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  readonly rules: readonly string[];
  /** Milliseconds since its customer joined. */
  readonly age: number;
  /** Released by the customer alone. */
  readonly isConfirmed: boolean;
}

const isQuestioned = ({ decision }: Seen) => decision !== 'approve';
const isHeld = ({ status }: Seen) =>
  ['pending_review', 'requires_confirmation', 'declined'].includes(status);
/** Declined for its risk, or held: what failed for lack of money was not stopped by anybody. */
const isStopped = (one: Seen) => isHeld(one) && isQuestioned(one);

async function playSeed(seed: number, { customers, days }: { customers: number; days: number }) {
  const world = makeWorld({ world: 'households', seed, days, customers, planted: 6 });
  const folder = mkdtempSync(join(tmpdir(), 'kontor-payments-'));
  const artifacts = artifactStore(join(folder, 'models'));
  const pool = sessionPool(artifacts, 4);
  const table = await fileRates().load();
  let now = Date.parse(world.header.start);
  const ledger = openLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: () => now,
    market: { latest: () => table, maxAgeMs: Infinity, servesStale: true, spreadBps: 0 },
    risk: (parts) => riskDesk({ ...parts, serving: servingDesk(parts, pool) }),
  });
  await registerShipped([ledger], artifacts);
  const accounts = new Map<string, string>();
  const joined = new Map<string, number>();
  const waiting = [...world.header.customers].sort((one, other) =>
    one.joined.localeCompare(other.joined),
  );
  const seen: Seen[] = [];

  async function pay(fields: Partial<TransactionDraft>) {
    const { id } = await ledger.store.accept(draftOf(fields));
    const [settled] = await ledger.store.settle([id], WORKFLOW);
    return { id, status: settled?.status ?? 'fault' };
  }

  async function join_(customer: (typeof waiting)[number]): Promise<void> {
    const { type, name, dateOfBirth, country } = customer;
    const person = { type, name, dateOfBirth, country, email: null, phone: null, address: null };
    const { id: customerId } = await ledger.customers.create({
      ...person,
      tenantId: TENANT,
      metadata: {},
      kycStatus: 'verified',
      requestHash: HASH,
      cause: CAUSE,
    });
    await enrol(ledger, customerId);
    joined.set(customer.id, now);
    for (const account of customer.accounts) {
      const { id } = await ledger.accounts.open({
        tenantId: TENANT,
        customerId,
        type: account.type,
        currency: account.currency,
        name: account.name,
        metadata: {},
        requestHash: HASH,
        cause: CAUSE,
      });
      accounts.set(account.id, id);
      if (account.opening === 0) continue;
      const sides = { destinationAccountId: id, amount: account.opening };
      await pay({ type: 'deposit', currency: account.currency, ...sides });
    }
  }

  const decisionOf = ledger.database.raw.prepare<
    [string],
    { decision: string; score: number | null; rules: string }
  >('SELECT decision, score, rules FROM risk_decisions WHERE transaction_id = ?');

  async function judge(row: Row): Promise<Seen> {
    const { type, amount, currency, category, description, context } = row;
    const { id, status } = await pay({
      ...{ type, amount, currency },
      category: category ?? null,
      description: description ?? null,
      sourceAccountId: idOf(row.sourceAccount),
      destinationAccountId: idOf(row.destinationAccount),
      externalParty: partyOf(row),
      context: context ?? null,
    });
    const age = now - (joined.get(row.customer) ?? now);
    const asked = status === 'requires_confirmation';
    const isConfirmed = asked && row.label === 'honest' && (await confirm(ledger, id));
    const made = decisionOf.get(id);
    const decision = asked ? 'confirmation' : (made?.decision ?? 'approve');
    const rules = made ? (JSON.parse(made.rules) as { ruleId: string; outcome: string }[]) : [];
    if (status === 'pending_review' && row.label === 'honest') await release(ledger, id);
    const told = { status, decision, score: made?.score ?? null, age, isConfirmed };
    return {
      row,
      ...told,
      rules: rules.filter(({ outcome }) => outcome === 'hit').map(({ ruleId }) => ruleId),
    };
  }

  const idOf = (id: string | undefined) => (id === undefined ? null : (accounts.get(id) ?? null));
  for (const row of world.rows) {
    const at = Date.parse(row.at);
    while (waiting[0] && Date.parse(waiting[0].joined) <= at) {
      now = Math.max(now, Date.parse(waiting[0].joined));
      await join_(waiting.shift() as (typeof waiting)[number]);
    }
    now = Math.max(now, at);
    seen.push(await judge(row));
  }
  ledger.close();
  await pool.close();
  rmSync(folder, { recursive: true });
  return { seen, scenarios: world.header.scenarios };
}

function partyOf({ externalParty }: Row): TransactionDraft['externalParty'] {
  if (!externalParty) return null;
  // No network is behind this bank: what would go out by one is booked at once.
  const { method: _, ...party } = externalParty;
  return { ...party, method: 'book' } as TransactionDraft['externalParty'];
}

function draftOf(fields: Partial<TransactionDraft>): TransactionDraft {
  return {
    tenantId: TENANT,
    type: 'transfer',
    amount: 1,
    currency: 'EUR',
    sourceAccountId: null,
    destinationAccountId: null,
    description: null,
    reference: null,
    category: null,
    capture: 'automatic',
    holdExpiresAt: null,
    externalParty: null,
    context: null,
    metadata: {},
    requestHash: HASH,
    cause: CAUSE,
    ...fields,
  };
}

async function enrol(ledger: Ledger, customerId: string): Promise<void> {
  const order = { tenantId: TENANT, customerId, cause: CAUSE };
  await ledger.mfa.enable({ ...order, sealSecret: () => 'sealed' });
  await ledger.mfa.activate({ ...order, proof: RIGHT_CODE, recoveryHashes: [] });
}

/** The customer says yes, and the payment goes on. */
async function confirm(ledger: Ledger, transactionId: string): Promise<boolean> {
  const order = { tenantId: TENANT, transactionId, proof: RIGHT_CODE, cause: CAUSE };
  const { kind } = await ledger.mfa.confirm(order);
  const [settled] = await ledger.store.settle([transactionId], WORKFLOW);
  return kind === 'done' && settled?.status === 'posted';
}

/** A person of the bank has called. */
async function release(ledger: Ledger, transactionId: string): Promise<void> {
  const reviewId = ledger.database.raw
    .prepare<[string], string>('SELECT id FROM risk_reviews WHERE transaction_id = ?')
    .pluck()
    .get(transactionId);
  if (reviewId === undefined) return;
  const order = { reviewId, decision: 'approved' as const, reason: 'Called.' };
  await ledger.risk.review({ ...order, decidedBy: 'operator', cause: CAUSE });
  await ledger.store.review({ transactionId });
}

type Tally = Record<string, { hits: number; of: number }>;

function add(tally: Tally, name: string, isHit: boolean): void {
  const one = tally[name] ?? { hits: 0, of: 0 };
  tally[name] = { hits: one.hits + (isHit ? 1 : 0), of: one.of + 1 };
}

/** Whether a planted scenario was met as research/payments/README.md asks. */
const MET: Readonly<Record<string, (rows: readonly Seen[]) => boolean>> = {
  takeover(rows) {
    const sent = rows.filter(({ row }) => row.type === 'withdrawal' || row.isOwn === false);
    const money = (list: readonly Seen[]) => list.reduce((sum, { row }) => sum + row.amount, 0);
    return money(sent.filter(isStopped)) >= 0.9 * money(sent);
  },
  card_testing: (rows) => rows.filter(({ row }) => (row.step ?? 0) >= 3).every(isStopped),
  romance: (rows) => rows.some((one) => (one.row.step ?? 9) <= 3 && isQuestioned(one)),
  redirected_invoice: (rows) => rows.some((one) => one.row.label === 'fraud' && isStopped(one)),
  mule: (rows) => rows.some((one) => one.row.type !== 'deposit' && isStopped(one)),
};

const AIMS: Readonly<Record<string, string>> = {
  'honest looked at': 'at most 0.007',
  'honest stopped': 'at most 0.0005',
  'honest looked at in the first 30 days': 'at most 0.02',
  'own accounts scored': '0',
  takeover: 'at least 0.95',
  card_testing: 'at least 0.9',
  romance: 'at least 0.6',
  redirected_invoice: 'at least 0.8',
  mule: 'at least 0.7',
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      customers: { type: 'string', default: '60' },
      days: { type: 'string', default: '200' },
      kinds: { type: 'boolean', default: false },
    },
  });
  const size = { customers: Number(values.customers), days: Number(values.days) };
  const tally: Tally = {};
  const kinds: Tally = {};
  for (const seed of values.seeds.split(',').map(Number)) {
    const { seen, scenarios } = await playSeed(seed, size);
    for (const one of seen) {
      if (one.row.label !== 'honest') continue;
      const isStopped_ = isHeld(one) && isQuestioned(one) && !one.isConfirmed;
      add(tally, 'honest looked at', isQuestioned(one));
      add(tally, 'honest stopped', isStopped_);
      if (one.age < 30 * DAY) {
        add(tally, 'honest looked at in the first 30 days', isQuestioned(one));
      }
      if (one.row.isOwn) {
        add(tally, 'own accounts scored', (one.score ?? 0) > 0 || isQuestioned(one));
      }
      if (isQuestioned(one)) add(kinds, `${one.row.act}: ${one.decision} ${one.rules}`, true);
    }
    for (const { id, kind, label } of scenarios) {
      const met = label === 'fraud' ? MET[kind] : undefined;
      const rows = seen.filter(({ row }) => row.scenario === id);
      if (!met || rows.length === 0) continue;
      add(tally, kind, met(rows));
      if (values.kinds && !met(rows)) {
        const told = rows.map(({ row, status, decision, rules }) => {
          return `${row.step}:${row.type[0]}${row.amount / 100} ${status} ${decision} ${rules}`;
        });
        say(`missed ${kind}: ${told.join(' | ')}`);
      }
    }
  }
  say(`seeds ${values.seeds}, ${values.customers} customers, ${values.days} days each`);
  for (const [name, { hits, of }] of Object.entries(tally)) {
    const share = Math.round((hits / of) * 10_000) / 10_000;
    say(`${name}: ${hits} of ${of} = ${share}${AIMS[name] ? ` (aim ${AIMS[name]})` : ''}`);
  }
  if (values.kinds) {
    const list = Object.entries(kinds).sort(([, one], [, other]) => other.hits - one.hits);
    for (const [name, { hits }] of list.slice(0, 40)) say(`  ${hits} ${name}`);
  }
  return 0;
}

await runScript(main);
