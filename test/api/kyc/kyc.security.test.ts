// Access to identity assessments, and the stored parts of the stated data.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import {
  APPROVABLE_KYC,
  IDENTITY,
  KYC_LIST_PATH,
  KYC_PATH,
  PASSPORT,
} from '../../kit/people/kyc.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
}, 60_000);
afterAll(() => bank.close());

const ADA = { type: 'individual', name: 'Ada Lovelace' };

it("another developer's customer and assessment are answered like unknown ones", async () => {
  const owner = await register(bank);
  const stranger = await register(bank);
  const { body } = await bank.call('/v1/customers', { key: owner.key, body: ADA });
  const body0 = { customerId: body.id };
  const answer = await bank.call(`${KYC_PATH}?wait=10`, { key: owner.key, body: body0 });
  await writesNothing(bank, async () => {
    const foreignAnswer = await bank.call(KYC_PATH, { key: stranger.key, body: body0 });
    expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'customer_not_found']);
    const path = `${KYC_LIST_PATH}/${answer.body.id}`;
    const documents = { documents: [PASSPORT] };
    for (const ask of [
      bank.call(path, { key: stranger.key }),
      bank.call(`${path}/documents`, { key: stranger.key, body: documents }),
    ]) {
      expect((await ask).body.code).toBe('kyc_assessment_not_found');
    }
    const listAnswer = await bank.call(`${KYC_LIST_PATH}?customerId=${body.id}`, {
      key: stranger.key,
    });
    expect(listAnswer.body.data).toEqual([]);
  });
});

it('the same document number at two developers is no duplicate', async () => {
  for (const { key } of [await register(bank), await register(bank)]) {
    const { body } = await bank.call('/v1/customers', { key, body: ADA });
    const request = { customerId: body.id, ...APPROVABLE_KYC };
    const answer = await bank.call(`${KYC_PATH}?wait=10`, { key, body: request });
    expect(answer.body).toMatchObject({ decision: 'approve', reviewReasons: [] });
  }
});

it('document numbers are stored as keyed hashes, and absent from answers and events', async () => {
  const { key } = await register(bank);
  const { body } = await bank.call('/v1/customers', { key, body: ADA });
  await bank.call(`${KYC_PATH}?wait=10`, { key, body: { customerId: body.id, ...APPROVABLE_KYC } });
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const rows = ['kyc_assessments', 'kyc_documents', 'events'].map((table) =>
    raw.prepare(`SELECT * FROM ${table}`).all(),
  );
  expect(JSON.stringify(rows)).not.toMatch(/X 123-456|12345678|QQ ?12 ?34|34 ?56 ?C/);
  const events = raw.prepare('SELECT * FROM events').all();
  expect(JSON.stringify(events)).not.toContain(IDENTITY.aliases[0]);
});

it('a key reads with kyc:read, writes with kyc:write, and never decides', async () => {
  const { key } = await register(bank);
  const { body } = await bank.call('/v1/customers', { key, body: ADA });
  const narrowKeyBody = { name: 'Reader', environment: 'sandbox', scopes: ['kyc:read'] };
  const reader = (await bank.call('/v1/developer/keys', { key, body: narrowKeyBody })).body.apiKey;
  const response = await bank.call(KYC_PATH, { key: reader, body: { customerId: body.id } });
  expect([response.status, response.body.code]).toEqual([403, 'insufficient_scope']);
  expect((await bank.call(KYC_LIST_PATH, { key: reader })).status).toBe(200);
  const answer = await bank.call(`${KYC_PATH}?wait=10`, { key, body: { customerId: body.id } });
  const decision = { environment: 'sandbox', decision: 'approve', reason: 'Mine' };
  const ownDecision = await bank.call(`/v1/ops/kyc/${answer.body.id}/decision`, {
    key,
    body: decision,
  });
  expect([ownDecision.status, ownDecision.body.code]).toEqual([404, 'not_found']);
});

it('in production a sanctions hit stops the verification, and reserved sandbox names have no effect', async () => {
  const { key } = await register(bank);
  const liveKey = await claimLiveKey(bank, key);
  const withName = { type: 'individual', name: 'Balthasar Quostrov', country: 'GB' };
  const { body } = await bank.call('/v1/customers', { key: liveKey, body: withName });
  const request = { customerId: body.id, level: 'simplified' };
  const answer = await bank.call(`${KYC_PATH}?wait=10`, { key: liveKey, body: request });
  expect(answer.body.reviewReasons).toContain('sanctions_check');
  const decide = (decision: string) =>
    bank.call(`/v1/ops/kyc/${answer.body.id}/decision`, {
      key: OPERATOR_KEY,
      body: { environment: 'production', decision, reason: 'Seen' },
    });
  const refusedAnswer = await decide('approve');
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'screening_unresolved']);
  expect((await decide('reject')).body.kycStatus).toBe('denied');
});
