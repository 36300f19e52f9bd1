// Identity assessments from the request to the end, with the checks that ran and those that did
// not.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  APPROVABLE_KYC,
  IDENTITY,
  KYC_LIST_PATH,
  KYC_PATH,
  PASSPORT,
  withImage,
} from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;
let liveKey: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  liveKey = await claimLiveKey(bank, key);
}, 60_000);
afterAll(() => bank.close());

const ADA = { type: 'individual', name: 'Ada Lovelace', dateOfBirth: '1985-12-10', country: 'GB' };

async function customer(fields: object = {}, callerKey = key): Promise<string> {
  const { body } = await bank.call('/v1/customers', {
    key: callerKey,
    body: { ...ADA, ...fields },
  });
  return body.id;
}
const assess = (customerId: string, body: object = APPROVABLE_KYC, callerKey = key) =>
  bank.call(`${KYC_PATH}?wait=10`, { key: callerKey, body: { customerId, ...body } });
const read = async (path: string, callerKey = key) =>
  (await bank.call(path, { key: callerKey })).body;
const asOperator = (path: string, body?: object) =>
  bank.call(path, { key: OPERATOR_KEY, ...(body ? { body } : {}) });
const decide = (id: string, decision: string, environment = 'production') =>
  asOperator(`/v1/ops/kyc/${id}/decision`, { environment, decision, reason: 'Seen' });
const eventsOf = async (objectId: string, callerKey = key): Promise<string[]> =>
  (await read(`/v1/events?objectId=${objectId}&limit=50`, callerKey)).data.map(
    ({ type }: { type: string }) => type,
  );
const resultsOf = ({ checks }: { checks: { name: string; result: string }[] }) =>
  Object.fromEntries(checks.map(({ name, result }) => [name, result]));

describe('an identity assessment in the sandbox', () => {
  it('of a sound identity is approved by the rules, with its rating', async () => {
    const id = await customer({ name: 'Ada King Lovelace', dateOfBirth: '1985-12-10' });
    const { status, body } = await assess(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'kyc_assessment',
      livemode: false,
      customerId: id,
      status: 'completed',
      stage: 'done',
      decision: 'approve',
      kycStatus: 'verified',
      level: 'standard',
      appliedLevel: 'standard',
      riskLevel: 'low',
      riskScore: 10,
      factors: [{ category: 'channel', code: 'not_face_to_face', weight: 10 }],
      requiredDocuments: [{ type: 'identity_document', status: 'received' }],
      reviewReasons: [],
      decidedBy: 'workflow',
      failureCode: null,
      model: null,
      workflow: { id: `kyc-assessment/${body.id}`, runId: expect.any(String) },
    });
    expect(resultsOf(body)).toEqual({
      document: 'not_run',
      face_match: 'not_run',
      liveness: 'not_run',
      address: 'not_run',
      sanctions: 'pass',
      pep: 'not_configured',
      adverse_media: 'not_configured',
      duplicate: 'pass',
    });
    expect(body.documents).toMatchObject([{ numberLast4: '5678', status: 'received' }]);
    expect(JSON.stringify(body)).not.toMatch(/12345678|QQ ?12 ?34|X 123-456/);
    const view = await read(`/v1/customers/${id}`);
    expect(view).toMatchObject({ kycStatus: 'verified', riskLevel: 'low' });
    const years = new Date(view.nextReviewAt).getUTCFullYear() - new Date().getUTCFullYear();
    expect(years).toBe(5);
    expect(await read(`${KYC_LIST_PATH}/${body.id}`)).toEqual(body);
    expect((await read(`${KYC_LIST_PATH}?customerId=${id}`)).data).toEqual([body]);
    expect(await eventsOf(body.id)).toEqual(['kyc.assessment.created', 'kyc.assessment.completed']);
  });

  it('waits for documents, names the documents, and refuses an expired one', async () => {
    const id = await customer({ name: 'Documents Lovelace', dateOfBirth: '1985-12-11' });
    const path = `/v1/customers/${id}/kyc?wait=10`;
    const { status, body } = await bank.call(path, { key, body: { level: 'simplified' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'pending',
      stage: 'awaiting_documents',
      decision: null,
      kycStatus: 'awaiting_documents',
      requiredDocuments: [{ type: 'identity_document', status: 'required' }],
    });
    const days = (Date.parse(body.deadlineAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const addDocument = (document: object) =>
      bank.call(`${KYC_LIST_PATH}/${body.id}/documents?wait=10`, {
        key,
        body: { documents: [document] },
      });
    const expiredDocument = await addDocument({ ...PASSPORT, number: '1', expiry: '2020-01-01' });
    expect(expiredDocument.body).toMatchObject({
      stage: 'awaiting_documents',
      deadlineAt: body.deadlineAt,
      requiredDocuments: [{ status: 'invalid' }],
      documents: [{ status: 'invalid', reason: 'expired' }],
    });
    expect(resultsOf(expiredDocument.body).document).toBe('fail');
    const numberlessDocument = await addDocument({
      type: 'passport',
      expiry: '2098-01-01',
      fileId: 'f',
    });
    expect(numberlessDocument.body.documents[1]).toMatchObject({ reason: 'number_missing' });
    const soundDocument = await addDocument({ ...PASSPORT, number: '2' });
    expect(soundDocument.body).toMatchObject({ status: 'completed', decision: 'approve' });
    expect(await eventsOf(id)).toEqual([
      'customer.created',
      'customer.kyc.pending',
      'customer.kyc.awaiting_documents',
      ...['customer.kyc.pending', 'customer.kyc.awaiting_documents'],
      ...['customer.kyc.pending', 'customer.kyc.awaiting_documents'],
      'customer.kyc.pending',
      'customer.kyc.verified',
    ]);
  });

  it('with a name like a listed one, and a second customer with the same identity, goes to a person', async () => {
    const firstCustomerId = await customer({
      name: 'Balthasar Quostrov',
      dateOfBirth: '1971-01-01',
    });
    const hitAssessment = await assess(firstCustomerId, { level: 'simplified' });
    expect(hitAssessment.body).toMatchObject({
      stage: 'manual_review',
      decision: 'review',
      kycStatus: 'manual_review',
      riskLevel: 'medium',
      reviewReasons: ['sanctions_check'],
      screening: [{ list: 'test_list', status: 'pending' }],
    });
    const born = { dateOfBirth: '1972-02-02' };
    const singlePerson = await customer({ name: 'Grace Höpper', ...born });
    const twinCustomerId = await customer({ name: 'hopper GRACE', ...born });
    const twinAssessment = await assess(twinCustomerId, { level: 'simplified' });
    expect(twinAssessment.body).toMatchObject({ stage: 'manual_review', kycStatus: 'verified' });
    expect(twinAssessment.body.reviewReasons).toEqual(['duplicate_check']);
    expect(twinAssessment.body.checks.at(-1).detail).toContain(singlePerson);
    const ids = async (dateOfBirth: string, nationalId: string) => {
      const customerId = await customer({ name: `Eve ${dateOfBirth}`, dateOfBirth });
      const [firstName, lastName] = ['Eve', dateOfBirth];
      const identity = { firstName, lastName, dateOfBirth, nationality: 'FR', nationalId };
      return (await assess(customerId, { level: 'simplified', identity })).body;
    };
    expect(await ids('1973-01-01', '1 23-45')).toMatchObject({ decision: 'approve' });
    expect(await ids('1974-01-01', '12345')).toMatchObject({
      reviewReasons: ['duplicate_check'],
    });
  });

  it('of a person under 18 needs an operator, by the clock of the developer', async () => {
    const { key: ownKey } = await register(bank);
    const daysAgo = (days: number) => {
      const day = new Date(Date.now() + days * 86_400_000);
      return `${day.getUTCFullYear() - 18}${day.toISOString().slice(4, 10)}`;
    };
    const assessWith = async (dateOfBirth: string) => {
      const body = { type: 'individual', name: `Eve ${dateOfBirth}`, country: 'GB', dateOfBirth };
      const { id } = (await bank.call('/v1/customers', { key: ownKey, body })).body;
      const question = { customerId: id, level: 'simplified' };
      const answer = (await bank.call(`${KYC_PATH}?wait=10`, { key: ownKey, body: question })).body;
      if (answer.stage !== 'awaiting_documents') return answer.reviewReasons;
      expect(answer.requiredDocuments).toMatchObject([{ type: 'guardian_declaration' }]);
      const documents = [{ type: 'guardian_declaration', fileId: 'specimen' }];
      const path = `${KYC_LIST_PATH}/${answer.id}/documents?wait=10`;
      const handInAnswer = await bank.call(path, { key: ownKey, body: { documents } });
      return handInAnswer.body.reviewReasons;
    };
    expect(await assessWith(daysAgo(3))).toEqual(['under_age']);
    expect(await assessWith(daysAgo(-3))).toEqual([]);
    const sixDays = { advanceBy: 'P6D' };
    expect(
      (await bank.call('/v1/sandbox/clock?wait=10', { key: ownKey, body: sixDays })).status,
    ).toBe(200);
    expect(await assessWith(daysAgo(4))).toEqual([]);
  });

  it('rates a listed owner and a country of the call for action as higher risk', async () => {
    const id = await customer({ type: 'business', name: 'Fine Goods Ltd', country: 'KP' });
    const owner = { firstName: 'Balthasar', lastName: 'Quostrov', country: 'GB' };
    const owners = [{ ...owner, dateOfBirth: '1971-01-01', ownershipPercent: 100 }];
    const business = { legalName: 'Fine Goods', beneficialOwners: owners };
    const types = [
      'registration_certificate',
      'ownership_structure',
      'proof_of_address',
      'source_of_funds',
    ];
    const twoDocuments = types.slice(0, 2).map((type) => ({ type, fileId: 'specimen' }));
    const { body } = await assess(id, { business, documents: twoDocuments });
    // At high risk, more documents are requested than at the requested level.
    expect(body).toMatchObject({
      stage: 'awaiting_documents',
      level: 'standard',
      appliedLevel: 'enhanced',
      riskLevel: 'high',
      riskScore: 100,
      policy: { countries: { asOf: '2025-10-24' } },
    });
    const codes = body.factors.map(({ code }: { code: string }) => code).sort();
    expect(codes).toEqual([
      'business',
      'call_for_action',
      'not_face_to_face',
      'sanctions_undecided',
    ]);
    const documents = types.slice(2).map((type) => ({ type, fileId: 'specimen' }));
    const answerAfter = await bank.call(`${KYC_LIST_PATH}/${body.id}/documents?wait=10`, {
      key,
      body: { documents },
    });
    expect(answerAfter.body).toMatchObject({ stage: 'manual_review', kycStatus: 'manual_review' });
    expect(answerAfter.body.reviewReasons).toEqual(['sanctions_check', 'high_risk']);
  });

  it('weighs a country under increased monitoring less than one of the call for action', async () => {
    const id = await customer({ country: 'VN' });
    const { body } = await assess(id);
    const geography = body.factors.filter((factor: { category: string }) => {
      return factor.category === 'geography';
    });
    expect(geography).toMatchObject([{ code: 'increased_monitoring', weight: 20 }]);
    expect(geography[0].message).toContain('VN: under increased monitoring');
  });

  it("of a person born in 1890 is refused, at the customer's creation and in the request", async () => {
    const born = { dateOfBirth: '1890-05-01' };
    const body = { type: 'individual', name: 'Ada Byron', ...born };
    const creationAnswer = await bank.call('/v1/customers', { key, body });
    const id = await customer();
    const answer = await assess(id, { ...APPROVABLE_KYC, identity: { ...IDENTITY, ...born } });
    for (const { status, body: problem } of [creationAnswer, answer]) {
      expect(status).toBe(422);
      expect(JSON.stringify(problem)).toContain('within the last 125 years');
    }
  });

  it("compares the given identity with the customer's record", async () => {
    const id = await customer({ dateOfBirth: '1985-12-12' });
    const documents = [{ ...PASSPORT, country: 'FR', number: '77' }];
    const identity = { ...IDENTITY, firstName: 'Anna', nationalId: '77' };
    const { body } = await assess(id, { identity, documents });
    expect(body).toMatchObject({ stage: 'manual_review', riskLevel: 'medium', riskScore: 30 });
    expect(body.reviewReasons).toEqual(['document_check', 'name_differs', 'date_of_birth_differs']);
  });

  it('keeps the reserved names of every outcome, and the simulated decision', async () => {
    const id = await customer({ name: 'Review Lovelace' });
    const { body } = await assess(id, { level: 'simplified' });
    expect(body).toMatchObject({ stage: 'manual_review', reviewReasons: ['simulated'] });
    const decision = { customerId: id, decision: 'verified' };
    await bank.call('/v1/sandbox/simulations/kyc-decision', { key, body: decision });
    const assessmentAfter = await read(`${KYC_LIST_PATH}/${body.id}`);
    expect(assessmentAfter).toMatchObject({
      status: 'completed',
      decision: 'approve',
      kycStatus: 'verified',
    });
    expect(assessmentAfter.decidedBy).toMatch(/^key_/);
  });
});

describe('an identity assessment in production', () => {
  it('is decided by a person, and customer, accounts and assessment follow together', async () => {
    const id = await customer({}, liveKey);
    expect((await read(`/v1/customers/${id}`, liveKey)).kycStatus).toBe('unverified');
    const account = { customerId: id, type: 'checking', currency: 'EUR', name: 'Main' };
    const openingAnswer = await bank.call('/v1/accounts', { key: liveKey, body: account });
    expect(openingAnswer.body.status).toBe('pending');
    const bareAssessment = await assess(id, APPROVABLE_KYC, liveKey);
    // An operator must be able to view each document.
    expect(bareAssessment.body).toMatchObject({
      documents: [{ status: 'invalid', reason: 'image_missing' }],
    });
    const withDocument = { documents: [await withImage(bank, liveKey, PASSPORT)] };
    const path = `${KYC_LIST_PATH}/${bareAssessment.body.id}/documents?wait=10`;
    const { body } = await bank.call(path, { key: liveKey, body: withDocument });
    expect(body).toMatchObject({
      livemode: true,
      stage: 'manual_review',
      decision: 'review',
      kycStatus: 'manual_review',
      riskLevel: 'low',
      reviewReasons: ['document_check', 'provider_not_configured'],
    });
    const pendingAssessments = await asOperator('/v1/ops/kyc?environment=production&limit=100');
    expect(pendingAssessments.body.data.map((item: { id: string }) => item.id)).toContain(body.id);
    const answer = await decide(body.id, 'request_documents');
    expect(answer.body).toMatchObject({ stage: 'awaiting_documents', comment: 'Seen' });
    const paper = { type: 'proof_of_address', issued: new Date().toISOString().slice(0, 10) };
    const proof = { documents: [await withImage(bank, liveKey, paper)] };
    const handInAnswer = await bank.call(path, { key: liveKey, body: proof });
    expect(handInAnswer.body.stage).toBe('manual_review');
    const finalAnswer = await decide(body.id, 'approve');
    expect(finalAnswer.body).toMatchObject({
      status: 'completed',
      decision: 'approve',
      kycStatus: 'verified',
      comment: 'Seen',
      documents: [{ status: 'invalid' }, { status: 'approved' }, { status: 'approved' }],
    });
    expect(finalAnswer.body.decidedBy).toMatch(/^opr_/);
    const activeAccount = await read(`/v1/accounts/${openingAnswer.body.id}`, liveKey);
    expect(activeAccount.status).toBe('active');
    expect(await eventsOf(id, liveKey)).toEqual([
      'customer.created',
      'customer.kyc.pending',
      'customer.kyc.awaiting_documents',
      'customer.kyc.pending',
      'customer.kyc.manual_review',
      'customer.kyc.awaiting_documents',
      'customer.kyc.pending',
      'customer.kyc.manual_review',
      'customer.kyc.verified',
    ]);
    const repeatedAnswer = await assess(id, { level: 'simplified' }, liveKey);
    // A verified customer stays verified while a manual review is pending.
    expect(repeatedAnswer.body).toMatchObject({ stage: 'manual_review', kycStatus: 'verified' });
    const rejectedAnswer = await decide(repeatedAnswer.body.id, 'reject');
    expect(rejectedAnswer.body).toMatchObject({ decision: 'reject', kycStatus: 'denied' });
  });

  it("is ended by an operator's decision about its customer", async () => {
    const id = await customer({}, liveKey);
    const { body } = await assess(id, { level: 'simplified' }, liveKey);
    await asOperator(`/v1/ops/customers/${id}/kyc-decision`, {
      environment: 'production',
      decision: 'denied',
      reason: 'Not she',
    });
    const assessmentAfter = await read(`${KYC_LIST_PATH}/${body.id}`, liveKey);
    expect(assessmentAfter).toMatchObject({
      status: 'completed',
      decision: 'reject',
      comment: 'Not she',
    });
  });
});
