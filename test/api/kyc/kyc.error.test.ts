// Refused requests name the field at fault and change nothing; a failed check denies no customer.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  APPROVABLE_KYC,
  FULL_KYC,
  IDENTITY,
  KYC_LIST_PATH,
  KYC_PATH,
  PASSPORT,
} from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

async function customer(fields: object = {}): Promise<string> {
  const body = { type: 'individual', name: 'Ada Lovelace', ...fields };
  return (await bank.call('/v1/customers', { key, body })).body.id;
}
const assess = (customerId: string, body: object = {}, headers: Record<string, string> = {}) =>
  bank.call(`${KYC_PATH}?wait=10`, { key, headers, body: { customerId, ...body } });
const addDocument = (id: string, body: object, headers: Record<string, string> = {}) =>
  bank.call(`${KYC_LIST_PATH}/${id}/documents?wait=10`, { key, headers, body });
const decide = (id: string, decision: string) =>
  bank.call(`/v1/ops/kyc/${id}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', decision, reason: 'Seen' },
  });
const kycOf = async (id: string) =>
  (await bank.call(`/v1/customers/${id}`, { key })).body.kycStatus;

describe('a body of an assessment', () => {
  it.each([
    [{ level: 'none' }, '/level'],
    [{ identity: { ...IDENTITY, age: 40 } }, '/identity/age'],
    [{ identity: { ...IDENTITY, dateOfBirth: '2098-01-01' } }, '/identity/dateOfBirth'],
    [{ identity: { ...IDENTITY, nationality: 'Britain' } }, '/identity/nationality'],
    [{ documents: [{ ...PASSPORT, type: 'selfie' }] }, '/documents/0/type'],
    [{ documents: [{ ...PASSPORT, expiry: 'soon' }] }, '/documents/0/expiry'],
    [{ documents: Array(21).fill(PASSPORT) }, '/documents'],
    [{ business: FULL_KYC.business }, '/business'],
    [{ selfie: {} }, '/selfie/fileId'],
    [{ note: 'x' }, '/note'],
  ])('%o is refused at %s', async (body, pointer) => {
    const id = await customer();
    await writesNothing(bank, async () => {
      const answer = await assess(id, body);
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
      expect(answer.body.errors[0].pointer).toBe(pointer);
    });
  });

  it('with ownership shares above 100 percent is refused at the owners', async () => {
    const id = await customer({ type: 'business' });
    const half = { firstName: 'Ada', lastName: 'Lovelace', ownershipPercent: 50.01 };
    const business = { legalName: 'Engines Ltd', beneficialOwners: [half, half] };
    const answer = await assess(id, { business });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([
      422,
      '/business/beneficialOwners',
    ]);
  });

  it("with a person's identity is refused for a business", async () => {
    const id = await customer({ type: 'business' });
    const answer = await assess(id, { identity: IDENTITY });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/identity']);
  });
});

describe('an assessment', () => {
  it('of an unknown customer gives 404, and of a denied customer a conflict', async () => {
    const unknownIdAnswer = await assess('cust_06ayx0rw7mf5w0h1y6k2v3c4d5');
    expect([unknownIdAnswer.status, unknownIdAnswer.body.code]).toEqual([
      404,
      'customer_not_found',
    ]);
    const deniedAnswer = await assess(await customer({ name: 'Denied Lovelace' }));
    expect([deniedAnswer.status, deniedAnswer.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
    for (const path of [`${KYC_LIST_PATH}/kyc_06ayx0rw7mf5w0h1y6k2v3c4d5`, `${KYC_LIST_PATH}/x`]) {
      const { status, body } = await bank.call(path, { key });
      expect([status, body.code]).toEqual([404, 'kyc_assessment_not_found']);
    }
  });

  it('that is open blocks a second one, also a concurrent one', async () => {
    const id = await customer();
    const answers = await Promise.all([assess(id), assess(id), assess(id)]);
    const creationAnswers = answers.filter(({ status }) => status === 200);
    expect(creationAnswers).toHaveLength(1);
    const [open] = creationAnswers;
    for (const { status, body } of answers.filter((answer) => answer !== open)) {
      expect([status, body.code, body.existingId]).toEqual([
        409,
        'kyc_assessment_open',
        open?.body.id,
      ]);
    }
    expect(open?.body.stage).toBe('awaiting_documents');
    await decide(open?.body.id, 'approve');
    expect((await assess(id)).status).toBe(200);
  });

  it('is made once under one key, and the key accepts one body at one address only', async () => {
    const id = await customer();
    const headers = { 'idempotency-key': 'one-kyc' };
    const ask = () => assess(id, APPROVABLE_KYC, headers);
    const answers = [...(await Promise.all([ask(), ask()])), await ask()];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers[2]?.headers.get('idempotency-replayed')).toBe('true');
    const otherAnswer = await assess(id, { level: 'enhanced' }, headers);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
    const path = `/v1/customers/${id}/kyc?wait=10`;
    const otherBodyAnswer = await bank.call(path, { key, headers, body: { level: 'simplified' } });
    expect(otherBodyAnswer.status).toBe(200);
    expect(otherBodyAnswer.body.id).not.toBe(answers[0]?.body.id);
  });

  it('is answered at once when the caller does not wait', async () => {
    const id = await customer();
    const body = { customerId: id, level: 'simplified' };
    const { status, headers, body: created } = await bank.call(`${KYC_PATH}?wait=0`, { key, body });
    expect([200, 202]).toContain(status);
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${KYC_LIST_PATH}/${created.id}`);
    await expect
      .poll(async () => (await bank.call(location, { key })).body.status, { timeout: 20_000 })
      .toBe('completed');
  });

  it('accepts documents while it waits for documents, once under one key, and not afterwards', async () => {
    const id = await customer();
    const { body } = await assess(id);
    const headers = { 'idempotency-key': 'one-document' };
    const expired = { documents: [{ ...PASSPORT, number: '4711', expiry: '2020-01-01' }] };
    const firstAnswer = await addDocument(body.id, expired, headers);
    const repeatedAnswer = await addDocument(body.id, expired, headers);
    expect([firstAnswer.body.documents.length, repeatedAnswer.body.documents.length]).toEqual([
      1, 1,
    ]);
    const otherAnswer = await addDocument(body.id, { documents: [PASSPORT] }, headers);
    expect(otherAnswer.body.code).toBe('idempotency_key_reused');
    const twentyDocuments = { documents: Array(20).fill({ type: 'passport', fileId: 'f' }) };
    expect((await addDocument(body.id, twentyDocuments)).body.documents).toHaveLength(21);
    const secondBatch = await addDocument(body.id, twentyDocuments);
    expect([secondBatch.status, secondBatch.body.errors[0].pointer]).toEqual([422, '/documents']);
    expect((await addDocument(body.id, { documents: [] })).status).toBe(422);
    const finalAnswer = await addDocument(body.id, {
      documents: [{ ...PASSPORT, number: '4711' }],
    });
    expect(finalAnswer.body.status).toBe('completed');
    const lateAnswer = await addDocument(body.id, { documents: [PASSPORT] });
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('is decided once, also by two concurrent operators', async () => {
    const id = await customer();
    const { body } = await assess(id);
    const answers = await Promise.all([decide(body.id, 'approve'), decide(body.id, 'reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe(
      'invalid_state_transition',
    );
    const [won] = answers.filter(({ status }) => status === 200);
    expect(await kycOf(id)).toBe(won?.body.kycStatus);
    const unknownIdAnswer = await decide('kyc_06ayx0rw7mf5w0h1y6k2v3c4d5', 'approve');
    expect([unknownIdAnswer.status, unknownIdAnswer.body.code]).toEqual([
      404,
      'kyc_assessment_not_found',
    ]);
  });
});
