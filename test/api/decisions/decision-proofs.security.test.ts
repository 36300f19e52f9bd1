// Every decision about a customer, with or without a booking, is in the signed log: the published
// verifier detects a changed reason, figure or row.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDecisionLeaves } from '../../../ai/decisions/leaves-match.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { columnsOf } from '../../../db/kernel/columns.ts';
import { decisionLeaves } from '../../../db/kernel/tables.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { skipsOnPostgres } from '../../kit/bank/postgres.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';
import { runCommand } from '../../kit/people/command-line.ts';
import { applicationOf, HOPELESS_LOAN } from '../../kit/people/credit.ts';
import { APPROVABLE_KYC } from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
const ids = { credit: '', held: '', short: '', identity: '', freeze: '' };

const read = async (path: string, callerKey = key) =>
  (await bank.call(path, { key: callerKey })).body;
const readDecision = (id: string) => read(`/v1/decisions/${id}`);
const rawDatabase = () => bank.bank.environments.sandbox.ledger.database.raw;
const sign = () => bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
const listViolatedChecks = () =>
  checkInvariants(rawDatabase(), Date.now()).checks.flatMap(({ name, violations }) =>
    violations > 0 ? [name] : [],
  );
const checkLeaves = () => checkDecisionLeaves(bank.bank.environments.sandbox.ledger);
const pay = async (amount: number) =>
  (await bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, amount) })).body;

beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [50_000, 0]);
  [from = '', to = ''] = opened.accountIds;
  const application = applicationOf(opened.customerId, HOPELESS_LOAN);
  ids.credit = (await bank.call('/v1/ai/credit-assessment', { key, body: application })).body.id;
  ids.short = (await pay(9_999_900)).transactionId;
  const simulation = { accountId: from, decision: 'block_and_review' };
  await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body: simulation });
  ids.held = (await pay(1_200)).risk.decisionId;
  const person = { type: 'individual', name: 'Ada Lovelace Review', country: 'GB' };
  const { id: customerId } = (await bank.call('/v1/customers', { key, body: person })).body;
  const request = { customerId, ...APPROVABLE_KYC };
  ids.identity = (await bank.call('/v1/ai/kyc-assessment?wait=10', { key, body: request })).body.id;
  const freezeBody = { environment: 'sandbox', reason: 'fraud', message: 'Reported by the payer.' };
  await bank.call(`/v1/ops/accounts/${to}/freeze`, { key: OPERATOR_KEY, body: freezeBody });
  ids.freeze = (await read('/v1/decisions?kind=account_freeze')).data[0].id;
  await sign();
}, 90_000);
afterAll(() => bank.close());

const KINDS = ['credit', 'held', 'short', 'identity', 'freeze'] as const;

describe('the proof of a decision', () => {
  it.each(KINDS)('verifies with the record alone, with or without a booking: %s', async (kind) => {
    const record = await readDecision(ids[kind]);
    expect(record).toMatchObject({ noProof: null, booking: null });
    const passedSteps: string[] = [];
    const options = { passed: (step: string) => void passedSteps.push(step) };
    const verdict = await verifyProof(record, options);
    expect(verdict).toMatchObject({
      verified: true,
      kind: 'inclusion',
      decisionId: ids[kind],
      transactionId: null,
      leafIndex: record.proof.leafIndex,
      leaf: { factsSha256: record.factsSha256, v: 2 },
    });
    expect(passedSteps).toEqual(['checkpoint', 'leaf', 'path', 'signature']);
  });

  it.each([
    ['question', { question: 'Another question.' }],
    ['outcome', { outcome: 'approved' }],
    ['customerId', { customerId: 'cust_another' }],
    ['factsSha256', { factsSha256: '0'.repeat(64) }],
    ['reasons', { reasons: [] }],
    ['id', { id: 'crd_another' }],
  ])('refuses a record with another %s than the log has', async (field, change) => {
    const record = { ...(await readDecision(ids.credit)), ...change };
    expect(await verifyProof(record)).toMatchObject({ verified: false, field });
  });

  it('refuses a changed figure, facts with their own hash, and the leaf of another decision', async () => {
    const record = await readDecision(ids.credit);
    const shortDecision = await readDecision(ids.short);
    const [firstReason, ...otherReasons] = record.reasons;
    const figures = [{ name: 'income', observed: 1, is: 'at_least', threshold: 2, unit: null }];
    const badCases: [string, object][] = [
      ['reasons', { ...record, reasons: [{ ...firstReason, figures }, ...otherReasons] }],
      ['proof.facts', { ...record, proof: { ...record.proof, facts: shortDecision.proof.facts } }],
      ['id', { ...record, proof: shortDecision.proof }],
      ['auditPath', { ...record, proof: { ...record.proof, leaf: shortDecision.proof.leaf } }],
    ];
    for (const [field, item] of badCases.slice(0, 3)) {
      expect(await verifyProof(item), field).toMatchObject({ verified: false, field });
    }
    expect((await verifyProof(badCases[3]?.[1])).verified).toBe(false);
  });

  it('uses one leaf; a payment that passes adds only the leaf of its booking', async () => {
    const readLogSize = () =>
      rawDatabase().prepare('SELECT size FROM log_head').pluck().get() as number;
    const countDecisionLeaves = () =>
      rawDatabase().prepare('SELECT count(*) FROM decision_leaves').pluck().get();
    const [leavesBefore, decisionsBefore] = [readLogSize(), countDecisionLeaves()];
    await bank.call(`/v1/ops/accounts/${to}/unfreeze`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', reason: 'A mistake' },
    });
    const payment = await pay(100);
    expect(payment.status).toBe('posted');
    expect([readLogSize(), countDecisionLeaves()]).toEqual([leavesBefore + 1, decisionsBefore]);
    await sign();
    const proof = await read(`/v1/transactions/${payment.id}/proof`);
    expect(await verifyProof(proof)).toMatchObject({ verified: true, transactionId: payment.id });
    expect(listViolatedChecks()).toEqual([]);
  });

  it('can be verified with `kontor verify` by the id of the decision or of the declined payment', async () => {
    const run = (...args: string[]) =>
      runCommand(['verify', ...args, '--json', '--key', key, '--bank', bank.url]);
    for (const args of [[ids.credit], [ids.held], [ids.short, '--decision']]) {
      const { code, out } = await run(...args);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ verified: true, decisionId: args[0] });
    }
    const unbookedResult = await run(ids.short);
    expect([unbookedResult.code, unbookedResult.err]).toEqual([
      1,
      expect.stringContaining('transaction_not_posted'),
    ]);
    const unknownResult = await run('dec_06ayx0rw7mf5w0h1y6k2v3c4d5');
    expect([unknownResult.code, unknownResult.err]).toEqual([
      1,
      expect.stringContaining('decision_not_found'),
    ]);
  });

  it('is shown to no other developer', async () => {
    const { key: strangerKey } = await register(bank);
    for (const kind of KINDS) {
      const answer = await bank.call(`/v1/decisions/${ids[kind]}`, { key: strangerKey });
      expect([answer.status, answer.body.code]).toEqual([404, 'decision_not_found']);
    }
  });

  it('stays the same after a person has decided differently', async () => {
    const decisionBefore = await readDecision(ids.held);
    await bank.call(`/v1/ops/reviews/${decisionBefore.subject.id}/approve?wait=10`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', reason: 'Known payee.' },
    });
    const decisionAfter = await readDecision(ids.held);
    expect(decisionAfter.proof.leaf).toEqual(decisionBefore.proof.leaf);
    expect(await verifyProof(decisionAfter)).toMatchObject({
      verified: true,
      decisionId: ids.held,
    });
  });

  it('agrees with the stored decision by the check of `npm run verify`', () => {
    expect(checkLeaves()).toMatchObject({ violations: 0, unchecked: 0 });
  });
});

const isSkipped = skipsOnPostgres('rows of a file that somebody changes without its triggers');

describe.skipIf(isSkipped)('a row that was changed without the bank', () => {
  /** Drops the triggers, as anybody who can write the file can do. */
  const tamper = (table: string, sql: string, ...values: unknown[]) => {
    const triggers = rawDatabase()
      .prepare<[string], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?`,
      )
      .pluck()
      .all(table);
    for (const name of triggers) rawDatabase().exec(`DROP TRIGGER ${name}`);
    expect(
      rawDatabase()
        .prepare(sql)
        .run(...values).changes,
    ).toBe(1);
  };

  it('is detected: a changed reason of a denied loan, and changed rules of a held payment', async () => {
    const reasons = `UPDATE credit_decisions SET reasons = json_remove(reasons, '$[0]')
      WHERE assessment_id = ? AND number = 1`;
    tamper('credit_decisions', reasons, ids.credit);
    tamper('risk_decisions', "UPDATE risk_decisions SET rules = '[]' WHERE id = ?", ids.held);
    tamper('transactions', 'UPDATE transactions SET amount = 700000 WHERE id = ?', ids.short);
    const result = checkLeaves();
    const changedIds = result.examples.map(({ decisionId }) => decisionId).sort();
    expect([result.violations, changedIds]).toEqual([3, [ids.credit, ids.held, ids.short].sort()]);
    for (const id of [ids.credit, ids.held, ids.short]) {
      expect(await verifyProof(await readDecision(id))).toMatchObject({
        verified: false,
        field: 'proof.facts',
        reason: 'is not what the leaf has the hash of',
      });
    }
  });

  it('gets no proof when its leaf differs from the signed log', async () => {
    const { factsSha256 } = await readDecision(ids.credit);
    const sql = 'UPDATE decision_leaves SET facts_sha256 = ? WHERE decision_id = ?';
    tamper('decision_leaves', sql, factsSha256, ids.credit);
    expect(await readDecision(ids.credit)).toMatchObject({
      proof: null,
      noProof: expect.stringContaining('was changed'),
    });
    expect(listViolatedChecks()).toContain('leaf_is_hash');
  });

  it('gets no proof, with the reason, when the row of its leaf was deleted', async () => {
    const row = `SELECT ${columnsOf(decisionLeaves)} FROM decision_leaves WHERE decision_id = ?`;
    expect(rawDatabase().prepare(row).get(ids.freeze)).toBeDefined();
    tamper('decision_leaves', 'DELETE FROM decision_leaves WHERE decision_id = ?', ids.freeze);
    const record = await readDecision(ids.freeze);
    expect(record).toMatchObject({ proof: null, noProof: expect.stringContaining('was deleted') });
    expect(await verifyProof(record)).toMatchObject({ verified: false, field: 'proof' });
  });
});
