// Customers: create, read and change them; the sandbox simulates the verification.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const create = (body: object) => bank.call('/v1/customers', { key, body });
const ADA = {
  type: 'individual',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
  dateOfBirth: '1985-12-10',
  country: 'GB',
  address: { line1: '12 St James Square', city: 'London', country: 'GB' },
  metadata: { crm: '42' },
};

describe('a customer', () => {
  it('is created with every given field and reads back the same', async () => {
    const creationAnswer = await create(ADA);
    expect(creationAnswer.status).toBe(201);
    expect(creationAnswer.body).toMatchObject({
      ...ADA,
      object: 'customer',
      livemode: false,
      kycStatus: 'verified',
      riskLevel: null,
      version: 1,
    });
    expect(creationAnswer.body.id).toMatch(/^cust_[0-9a-z]{26}$/);
    const readAnswer = await bank.call(`/v1/customers/${creationAnswer.body.id}`, { key });
    expect(readAnswer.body).toEqual(creationAnswer.body);
    expect(readAnswer.headers.get('etag')).toMatch(/^"v1[-"]/);
  });

  it('needs only a type and a name; unknown fields are null', async () => {
    const { body } = await create({ type: 'business', name: 'Example Ltd' });
    const { email, phone, dateOfBirth, country, address, metadata } = body;
    expect([email, phone, dateOfBirth, country, address]).toEqual([null, null, null, null, null]);
    expect(metadata).toEqual({});
  });

  it('in the sandbox gets the verification outcome that its name requests', async () => {
    for (const [name, kycStatus, account] of [
      ['Ada', 'verified', 'active'],
      ['Mr Denied', 'denied', 'pending'],
      ['Review Board', 'manual_review', 'pending'],
      ['No Documents Yet', 'awaiting_documents', 'pending'],
      ['ada denied', 'denied', 'pending'],
      ['DENIED_7 Ltd', 'denied', 'pending'],
      ['Peer-review', 'manual_review', 'pending'],
      ['documents, ada', 'awaiting_documents', 'pending'],
      ['Reviewer', 'verified', 'active'],
      ['Undenied', 'verified', 'active'],
    ]) {
      const { body } = await create({ type: 'individual', name });
      expect([name, body.kycStatus]).toEqual([name, kycStatus]);
      const openingAnswer = await bank.call('/v1/accounts', {
        key,
        body: { customerId: body.id, type: 'checking', currency: 'EUR', name: 'Main' },
      });
      expect([name, openingAnswer.body.status]).toEqual([name, account]);
    }
  });

  it('under 18 is not verified automatically, nor stays verified after a changed date of birth', async () => {
    const dateOfBirth = `${new Date().getUTCFullYear() - 10}-01-01`;
    const minorCustomer = await create({ ...ADA, dateOfBirth });
    expect(minorCustomer.body.kycStatus).toBe('unverified');
    const adultCustomer = await create(ADA);
    const changeAnswer = await bank.call(`/v1/customers/${adultCustomer.body.id}`, {
      key,
      method: 'PATCH',
      body: { dateOfBirth },
    });
    expect([changeAnswer.status, changeAnswer.body.kycStatus]).toEqual([200, 'manual_review']);
    const businessCustomer = await create({ ...ADA, type: 'business', dateOfBirth: undefined });
    expect(businessCustomer.body.kycStatus).toBe('verified');
  });

  it('changes the fields that are sent and keeps the others; null clears a field', async () => {
    const { body } = await create(ADA);
    const change = (fields: object, headers: Record<string, string> = {}) =>
      bank.call(`/v1/customers/${body.id}`, { key, method: 'PATCH', body: fields, headers });
    const renameAnswer = await change({ name: 'Ada King' });
    expect(renameAnswer.body).toEqual({
      ...body,
      name: 'Ada King',
      version: 2,
      updatedAt: renameAnswer.body.updatedAt,
    });
    const clearedAnswer = await change({ phone: null, address: null, metadata: null });
    expect(clearedAnswer.body).toMatchObject({
      phone: null,
      address: null,
      metadata: {},
      version: 3,
    });
    expect(clearedAnswer.body.email).toBe(ADA.email);
    const lateAnswer = await change({ name: 'Eve' }, { 'if-match': '"v2"' });
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([412, 'version_conflict']);
  });
});
