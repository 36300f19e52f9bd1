// The database enforces rules about assessments: a customer has one open assessment, the request
// never changes, and a finished assessment stays finished. Reads find their rows by an index.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findKycAssessment,
  findOpenKyc,
  listKycAssessments,
  listKycByStage,
  listOpenKyc,
} from '../../../db/kyc/reads.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const run = (sql: string) => filled.ledger.database.raw.prepare(sql).run();
const PAGE = { limit: 10, startingAfter: null };
const errorWithCode = (code: string) => expect.objectContaining({ code });

test.each(['kyc_assessments', 'kyc_documents'])('no row of %s can be deleted', (table) => {
  expect(() => run(`DELETE FROM ${table}`)).toThrow(errorWithCode('SQLITE_CONSTRAINT_TRIGGER'));
});

test('the request and its documents never change, and a finished assessment does not change at all', () => {
  const request = 'id tenant_id customer_id level subject identity_mac kyc_before metadata actor';
  for (const column of `${request} request_id created_at`.split(' ')) {
    const sql = `UPDATE kyc_assessments SET ${column} = ${column} WHERE status = 'pending'`;
    expect(() => run(sql), column).toThrow(errorWithCode('SQLITE_CONSTRAINT_TRIGGER'));
  }
  const documentColumns =
    'id assessment_id tenant_id customer_id type country number_mac number_last4';
  for (const column of `${documentColumns} expires_on file_id actor created_at`.split(' ')) {
    const sql = `UPDATE kyc_documents SET ${column} = ${column}`;
    expect(() => run(sql), column).toThrow(errorWithCode('SQLITE_CONSTRAINT_TRIGGER'));
  }
  const completed = "UPDATE kyc_assessments SET comment = 'x' WHERE status = 'completed'";
  expect(() => run(completed)).toThrow(errorWithCode('SQLITE_CONSTRAINT_TRIGGER'));
  const open = "UPDATE kyc_assessments SET comment = NULL WHERE status = 'pending'";
  expect(run(open).changes).toBe(1);
});

test('the database refuses a second open assessment, an assessment that starts as finished, and a review date for an unverified customer', () => {
  const { raw } = filled.ledger.database;
  const columns = raw
    .prepare<[], string>("SELECT name FROM pragma_table_info('kyc_assessments')")
    .pluck()
    .all();
  const insertCopy = (changes: Record<string, string>) => {
    const values = columns.map((column) => changes[column] ?? column);
    return `INSERT INTO kyc_assessments SELECT ${values} FROM kyc_assessments
            WHERE status = 'pending'`;
  };
  const secondOpen = { id: "'kyc_new'", stage: "'checking'" };
  expect(() => run(insertCopy(secondOpen))).toThrow(/UNIQUE/);
  const finished = { id: "'kyc_new'", status: "'completed'", stage: "'done'" };
  expect(() => run(insertCopy(finished))).toThrow(errorWithCode('SQLITE_CONSTRAINT_TRIGGER'));
  const reviewDate = "UPDATE customers SET next_review_at = 1, kyc_status = 'expired'";
  expect(() => run(reviewDate)).toThrow(errorWithCode('SQLITE_CONSTRAINT_CHECK'));
});

const READS: readonly [string, string, () => unknown][] = [
  ['assessments of a tenant', 'kyc_assessments_by_tenant', () => listAssessments({})],
  [
    'assessments of one customer',
    'kyc_assessments_by_customer',
    () => listAssessments({ customerId: 'cust_x' }),
  ],
  [
    'assessments that wait for an operator',
    'kyc_assessments_by_stage',
    () => listKycByStage(filled.ledger, { ...PAGE, stage: 'manual_review' }),
  ],
  [
    'assessments with a workflow',
    'kyc_assessments_carried',
    () => listOpenKyc(filled.ledger, { after: '', acceptedBefore: 1, limit: 8 }),
  ],
  [
    'the open assessment of a customer',
    'kyc_assessments_open',
    () => findOpenKyc(filled.ledger, 'cust_x'),
  ],
  ['an assessment', 'PRIMARY KEY (id=?)', () => findKycAssessment(filled.ledger, null, 'kyc_x')],
];

function listAssessments(filter: object) {
  return listKycAssessments(filled.ledger, { ...PAGE, tenantId: filled.tenantId, ...filter });
}

test.each(READS)('%s: the read uses %s, without a table scan', async (_label, index, read) => {
  const plans = await plansIn(filled.ledger, async () => read());
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  expect(plans.join('; ')).toContain(index);
});
