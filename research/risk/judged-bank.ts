// A sandbox ledger in this process whose clock follows a world of research/payments: it opens
// customers, makes the payments of the rows, and returns the judge's decision about each. Every
// customer has a second factor and confirms honest payments that wait for it; a thief cannot. Other
// held payments of honest customers are released by a reviewer after they were counted.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRiskScorer } from '../../ai/risk/scorer.ts';
import { createModelFinder } from '../../ai/serving/finder.ts';
import { registerShipped } from '../../api/models/shipped-models.ts';
import { fileRates } from '../../bank/rates/file.ts';
import { makeDraft } from '../../bench/books.ts';
import { openAccount } from '../../db/accounts/acts.ts';
import { createCustomer } from '../../db/customers/acts.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import { mint } from '../../db/kernel/mint.ts';
import { type Ledger, openLedger } from '../../db/ledger.ts';
import { activateFactor, enableFactor } from '../../db/mfa/acts.ts';
import type { CodeProof } from '../../db/mfa/proof.ts';
import { confirmTransaction } from '../../db/mfa/step-ups.ts';
import { acceptTransaction, carryOutReview, settleTransactions } from '../../db/money/calls.ts';
import { reviewPayment } from '../../db/risk/acts.ts';
import type { TransactionDraft } from '../../db/transactions/port.ts';
import { createArtifactStore } from '../../models/artifact-store.ts';
import { createSessionPool } from '../../models/session-pool.ts';
import type { CustomerProfile, Row } from '../../research/payments/rows.ts';

/** Id of the developer of all customers. */
export const TENANT = 'dev_payments';
const HASH = Buffer.alloc(32, 7);
const CAUSE: Cause = { actor: 'key_payments', requestId: 'req_payments', idempotencyKey: null };
const WORKFLOW = { id: 'payments', runId: 'payments' };
/** A valid code of the second factor. */
const RIGHT_CODE: CodeProof = { method: 'totp', code: '000000' };

/** A payment and its outcome. */
export interface JudgedRow {
  readonly row: Row;
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  readonly rules: readonly string[];
  /** Milliseconds since the customer joined. */
  readonly age: number;
  /** True when the customer confirmed the payment and no reviewer was needed. */
  readonly isConfirmed: boolean;
}

export interface JudgedBank {
  readonly ledger: Ledger;
  now(): number;
  /** Advances the clock. */
  moveTo(time: number): void;
  join(customer: CustomerProfile): Promise<void>;
  judge(row: Row): Promise<JudgedRow>;
  /** Returns the bank's id of an account of the world. */
  idOf(account: string): string | null;
  close(): Promise<void>;
}

export interface BankTerms {
  /** False when payments are not judged. */
  readonly isJudged?: boolean;
}

/** @param start milliseconds since 1970 at which the bank opens */
export async function openJudgedBank(
  start: number,
  { isJudged = true }: BankTerms = {},
): Promise<JudgedBank> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-payments-'));
  const artifacts = createArtifactStore(join(folder, 'models'));
  const pool = createSessionPool(artifacts, 4);
  const table = await fileRates().load();
  let now = start;
  const risk: NonNullable<Parameters<typeof openLedger>[0]['risk']> = (parts) =>
    createRiskScorer({ ...parts, serving: createModelFinder(parts, pool) });
  const ledger = openLedger({
    codes: { timeStepOf: ({ after }) => after + 1 },
    environment: 'sandbox',
    file: ':memory:',
    now: () => now,
    market: { latest: () => table, maxAgeMs: Infinity, servesStale: true, spreadBps: 0 },
    ...(isJudged ? { risk } : {}),
  });
  await registerShipped([ledger], artifacts);
  // Ids contain the real time; the developer's test clock is set to the world's time.
  const { raw } = ledger.database;
  raw
    .prepare(
      `INSERT INTO clocks (tenant_id, offset_ms, stands_at, target, driven, version, updated_at)
       VALUES (?, 0, ?, ?, 0, 1, ?)`,
    )
    .run(TENANT, now, now + 10 * 366 * 86_400_000, now);
  const setClock = raw.prepare('UPDATE clocks SET stands_at = ? WHERE tenant_id = ?');
  const accounts = new Map<string, string>();
  const joined = new Map<string, number>();

  async function pay(fields: Partial<TransactionDraft>) {
    const { id } = await ledger.run(acceptTransaction, makeTestDraft(fields));
    const [settled] = await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
    return { id, status: settled?.status ?? 'fault' };
  }

  async function joinBank(customer: CustomerProfile): Promise<void> {
    const { type, name, dateOfBirth, country } = customer;
    const person = { type, name, dateOfBirth, country, email: null, phone: null, address: null };
    const { id: customerId } = await ledger.run(createCustomer, {
      ...person,
      tenantId: TENANT,
      metadata: {},
      kycStatus: 'verified',
      requestHash: HASH,
      cause: CAUSE,
    });
    await enrolSecondFactor(ledger, customerId);
    joined.set(customer.id, now);
    for (const account of customer.accounts) {
      const { id } = await ledger.run(openAccount, {
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

  async function judge(row: Row): Promise<JudgedRow> {
    const { type, amount, currency, category, description, context } = row;
    const { id, status } = await pay({
      ...{ type, amount, currency },
      category: category ?? null,
      description: description ?? null,
      sourceAccountId: idOf(row.sourceAccount),
      destinationAccountId: idOf(row.destinationAccount),
      externalParty: makeParty(row),
      context: context ?? null,
    });
    const age = now - (joined.get(row.customer) ?? now);
    const isAsked = status === 'requires_confirmation';
    const isConfirmed = isAsked && row.label === 'honest' && (await confirmPayment(ledger, id));
    const madeDecision = decisionOf.get(id);
    const decision = isAsked ? 'confirmation' : (madeDecision?.decision ?? 'approve');
    const rules = madeDecision
      ? (JSON.parse(madeDecision.rules) as { ruleId: string; outcome: string }[])
      : [];
    if (status === 'pending_review' && row.label === 'honest') await releasePayment(ledger, id);
    const outcome = { status, decision, score: madeDecision?.score ?? null, age, isConfirmed };
    return {
      row,
      ...outcome,
      rules: rules.filter(({ outcome }) => outcome === 'hit').map(({ ruleId }) => ruleId),
    };
  }

  const idOf = (id: string | undefined) => (id === undefined ? null : (accounts.get(id) ?? null));

  return {
    ledger,
    idOf,
    now: () => now,
    moveTo(time) {
      now = Math.max(now, time);
      setClock.run(now, TENANT);
    },
    join: joinBank,
    judge,
    async close() {
      ledger.close();
      await pool.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function makeParty({ externalParty }: Row): TransactionDraft['externalParty'] {
  if (!externalParty) return null;
  // This bank has no payment network: each payment is booked at once.
  const { method: _, ...party } = externalParty;
  return { ...party, method: 'book' } as TransactionDraft['externalParty'];
}

const makeTestDraft = (fields: Partial<TransactionDraft>): TransactionDraft =>
  makeDraft({ tenantId: TENANT, cause: CAUSE, ...fields });

async function enrolSecondFactor(ledger: Ledger, customerId: string): Promise<void> {
  const order = { tenantId: TENANT, customerId, cause: CAUSE };
  await ledger.run(enableFactor, {
    ...order,
    factorId: mint('mfaFactor'),
    sealedSecret: 'sealed',
  });
  await ledger.run(activateFactor, { ...order, proof: RIGHT_CODE, recoveryHashes: [] });
}

/** Confirms the payment with the customer's second factor. */
async function confirmPayment(ledger: Ledger, transactionId: string): Promise<boolean> {
  const order = { tenantId: TENANT, transactionId, proof: RIGHT_CODE, cause: CAUSE };
  const { kind } = await ledger.run(confirmTransaction, order);
  const [settled] = await ledger.run(settleTransactions, {
    ids: [transactionId],
    workflow: WORKFLOW,
  });
  return kind === 'done' && settled?.status === 'posted';
}

/** Releases the payment as a reviewer of the bank. */
async function releasePayment(ledger: Ledger, transactionId: string): Promise<void> {
  const reviewId = ledger.database.raw
    .prepare<[string], string>('SELECT id FROM risk_reviews WHERE transaction_id = ?')
    .pluck()
    .get(transactionId);
  if (reviewId === undefined) return;
  const order = { reviewId, decision: 'approved' as const, reason: 'Called.' };
  await ledger.run(reviewPayment, { ...order, decidedBy: 'operator', cause: CAUSE });
  await ledger.run(carryOutReview, { transactionId });
}
