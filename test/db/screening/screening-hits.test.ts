// Hits in the database: found by an index, decided once, never changed or deleted otherwise.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../../../db/customers/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { decideHit } from '../../../db/screening/acts.ts';
import { listScreeningHits } from '../../../db/screening/reads.ts';
import { cause, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { plansIn } from '../plans-in.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'production', file: ':memory:' });
  const hit = {
    screenedName: 'Ada',
    list: 'l',
    listAsOf: null,
    entityId: 'e',
    entityType: 'individual' as const,
    name: 'ADA',
    matchedName: 'ADA',
    score: 1,
    features: [],
    programs: [],
  };
  await ledger.run(createCustomer, {
    tenantId: TENANT,
    type: 'individual',
    name: 'Ada',
    email: null,
    phone: null,
    dateOfBirth: null,
    country: null,
    address: null,
    metadata: {},
    kycStatus: 'unverified',
    requestHash: Buffer.alloc(32),
    cause,
    // The same entry twice gives one hit.
    hits: [hit, hit],
  });
});
afterAll(() => ledger.close());

const PAGE = { limit: 10, startingAfter: null };
const run = (sql: string) => ledger.database.raw.prepare(sql).run();

test('waiting screening hits are found by an index', async () => {
  const read = () => listScreeningHits(ledger, { status: 'pending', ...PAGE });
  const plans = await plansIn(ledger, read);
  expect(plans.join()).toContain('screening_hits_by_status');
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  expect((await read()).data).toHaveLength(1);
});

test.each([
  ["UPDATE screening_hits SET name = 'EVA'", 'what was found never changes'],
  ['UPDATE screening_hits SET score = 0.1', 'what was found never changes'],
  ['DELETE FROM screening_hits', 'hits are never deleted'],
])('the database refuses %s', (sql, message) => {
  expect(() => run(sql)).toThrow(message);
});

test('a hit is decided once, in every order of decisions', async () => {
  const [hit] = (await listScreeningHits(ledger, { status: 'pending', ...PAGE })).data;
  const order = { hitId: hit?.id ?? '', reason: 'Seen', cause };
  const all = await Promise.allSettled([
    ledger.run(decideHit, { ...order, decision: 'no_hit' }),
    ledger.run(decideHit, { ...order, decision: 'confirmed_hit' }),
    ledger.run(decideHit, { ...order, decision: 'no_hit' }),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(all[1]).toMatchObject({ reason: { message: 'The hit is already no_hit.' } });
  const undo = "UPDATE screening_hits SET status = 'pending', decided_by = NULL, reason = NULL";
  expect(() => run(undo)).toThrow('a hit is decided once');
});
