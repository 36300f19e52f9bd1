// Rules about credit that the database enforces: rows are append-only, a person decides once and
// only about referred cases, and every denial has a reason.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCreditReviews } from '../../../db/credit/reads.ts';
import { recordCreditAssessments } from '../../kit/people/credit.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let filled: FilledLedger;
let ids: Awaited<ReturnType<typeof recordCreditAssessments>>;
beforeAll(async () => {
  filled = await openFilledLedger();
  const customer = filled.ledger.database.raw.prepare<[], string>('SELECT id FROM customers');
  ids = await recordCreditAssessments(filled.ledger, filled.tenantId, customer.pluck().get() ?? '');
});
afterAll(() => filled.ledger.close());

const run = (sql: string) => filled.ledger.database.raw.prepare(sql).run();
const listColumns = (table: string) =>
  filled.ledger.database.raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);

test.each(['credit_assessments', 'credit_decisions', 'credit_outcomes'])(
  'rows of %s are append-only',
  (table) => {
    for (const column of listColumns(table)) {
      expect(() => run(`UPDATE ${table} SET ${column} = ${column}`)).toThrow('never change');
    }
    expect(() => run(`DELETE FROM ${table}`)).toThrow('never deleted');
    const replace = `INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`;
    expect(() => run(replace)).toThrow(/never deleted|a person decides|defaults for good/);
  },
);

const insertDecision = (assessmentId: string, fields: Record<string, string>) => {
  const row = {
    id: "'crdd_1'",
    assessment_id: `'${assessmentId}'`,
    tenant_id: `'${filled.tenantId}'`,
    number: '2',
    decision: "'approved'",
    approved_amount: '1000',
    reasons: "'[]'",
    review_reason: 'NULL',
    comment: "'Seen.'",
    actor: "'opr_1'",
    decided_at: '1',
    ...fields,
  };
  const values = Object.values(row).join(', ');
  return `INSERT INTO credit_decisions (${Object.keys(row).join(', ')}) VALUES (${values})`;
};

test.each([
  ['about a case that the engine approved', 'approved', {}],
  ['about a case that the engine denied', 'denied', {}],
  ['for another developer', 'open', { tenant_id: "'dev_other'" }],
  ['above the requested amount', 'open', { approved_amount: '1001' }],
  ['in the name of the engine', 'open', { actor: "'workflow'" }],
] as const)("the database refuses a person's decision %s", (_, name, fields) => {
  expect(() => run(insertDecision(ids[name], fields))).toThrow('a person decides');
});

test.each([
  ['denies without a reason', { decision: "'denied'", approved_amount: 'NULL' }],
  ['approves no amount', { approved_amount: 'NULL' }],
  ['has no comment', { comment: 'NULL' }],
  ['refers the case again', { decision: "'manual_review'", approved_amount: 'NULL' }],
  ['has five reasons', { reasons: "'[1,2,3,4,5]'" }],
])('the database refuses a decision of a person that %s', (_, fields) => {
  expect(() => run(insertDecision(ids.open, fields))).toThrow('CHECK');
});

test('the database accepts one decision of a person, and refuses a second', () => {
  const { raw } = filled.ledger.database;
  raw.exec('BEGIN');
  expect(run(insertDecision(ids.open, {})).changes).toBe(1);
  expect(() => run(insertDecision(ids.open, { id: "'crdd_2'" }))).toThrow('UNIQUE');
  raw.exec('ROLLBACK');
});

test('credit decisions waiting for a person are found by an index until they are decided', async () => {
  const order = { limit: 100, startingAfter: null };
  const { ledger } = filled;
  const open = await listCreditReviews(ledger, { ...order, status: 'open' });
  expect(open.data.map(({ id }) => id)).toContain(ids.open);
  expect(open.data.map(({ id }) => id)).not.toContain(ids.reviewed);
  const decided = await listCreditReviews(ledger, { ...order, status: 'decided' });
  expect(decided.data.map(({ id }) => id)).toContain(ids.reviewed);
  const plans = await plansIn(ledger, () =>
    listCreditReviews(ledger, { ...order, status: 'open' }),
  );
  expect(JSON.stringify(plans)).toContain('credit_decisions_to_review');
});
