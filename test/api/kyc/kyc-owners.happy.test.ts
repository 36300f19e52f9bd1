// Owners of a business: each owner of a quarter or more is assessed, and missing owners are
// detected.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { KYC_LIST_PATH, KYC_PATH } from '../../kit/people/kyc.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const GRACE = {
  firstName: 'Grace',
  lastName: 'Hopper',
  dateOfBirth: '1980-12-09',
  country: 'US',
  ownershipPercent: 60,
};
const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  country: 'GB',
  ownershipPercent: 40,
};

async function assess(beneficialOwners: readonly object[]) {
  const company = { type: 'business', name: 'Engines Ltd', country: 'GB' };
  const { id } = (await bank.call('/v1/customers', { key, body: company })).body;
  const papers = ['registration_certificate', 'ownership_structure'];
  const documents = papers.map((type) => ({ type, fileId: 'specimen' }));
  const business = { legalName: 'Engines Ltd', country: 'GB', beneficialOwners };
  const body = { customerId: id, business, documents };
  return (await bank.call(`${KYC_PATH}?wait=10`, { key, body })).body;
}

interface Owner {
  readonly checks: readonly { readonly name: string; readonly result: string }[];
}
const resultsOf = ({ owners }: { owners: readonly Owner[] }) =>
  owners.map(({ checks }) => Object.fromEntries(checks.map((check) => [check.name, check.result])));

it('a business with known owners is approved by the rules', async () => {
  const assessment = await assess([GRACE, ADA]);
  expect(assessment).toMatchObject({
    decision: 'approve',
    riskScore: 20,
    owners: [
      { position: 0, percent: 60, isBeneficial: true },
      { position: 1, percent: 40, isBeneficial: true },
    ],
  });
  const soundChecks = { identity: 'pass', age: 'pass', country: 'pass', sanctions: 'pass' };
  expect(resultsOf(assessment)).toEqual([soundChecks, soundChecks]);
  expect(JSON.stringify(assessment)).not.toMatch(/Grace|Lovelace|1980-12-09/);
});

it('an assessment names the owner whose name could not be compared', async () => {
  const assessment = await assess([GRACE, { ...ADA, firstName: 'สมชาย', lastName: 'ใจดี' }]);
  expect(assessment.stage).toBe('manual_review');
  expect(resultsOf(assessment)).toMatchObject([{ sanctions: 'pass' }, { sanctions: 'review' }]);
  const check = assessment.checks.find(({ name }: { name: string }) => name === 'sanctions');
  expect(check).toMatchObject({
    result: 'review',
    detail: 'A part of a name could not be compared with the lists: of the owner at position 1.',
  });
});

it('a business with an owner who is a child or unknown goes to a person; a listed country raises the risk', async () => {
  const young = { ...GRACE, dateOfBirth: '2020-01-01' };
  const { dateOfBirth: _, ...unborn } = ADA;
  const assessment = await assess([young, unborn]);
  expect(assessment).toMatchObject({
    stage: 'manual_review',
    reviewReasons: ['owner_age', 'owner_identity'],
  });
  expect(resultsOf(assessment)).toMatchObject([
    { age: 'review' },
    { identity: 'review', age: 'not_run' },
  ]);
  const abroad = await assess([{ ...GRACE, country: 'KP' }, ADA]);
  const codes = abroad.factors.map(({ code }: { code: string }) => code);
  expect(codes).toContain('owner_call_for_action');
  expect(abroad.riskLevel).toBe('high');
});

it('an owner is screened against the lists, and a confirmed hit rejects the customer', async () => {
  const listed = { ...GRACE, firstName: 'Balthasar', lastName: 'Quostrov' };
  const assessment = await assess([listed, ADA]);
  expect(resultsOf(assessment)).toMatchObject([{ sanctions: 'review' }, { sanctions: 'pass' }]);
  // The hit makes the risk high, so more documents are requested first.
  expect(assessment).toMatchObject({ stage: 'awaiting_documents', riskLevel: 'high' });
  const [{ hitId }] = assessment.screening;
  const decisionAnswer = await bank.call(`/v1/ops/screening-hits/${hitId}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', decision: 'confirmed_hit', reason: 'The same person' },
  });
  expect(decisionAnswer.status).toBe(200);
  const papers = ['proof_of_address', 'source_of_funds'];
  const paperFields = { documents: papers.map((type) => ({ type, fileId: 'specimen' })) };
  const answerAfter = await bank.call(`${KYC_LIST_PATH}/${assessment.id}/documents?wait=10`, {
    key,
    body: paperFields,
  });
  expect(answerAfter.body).toMatchObject({ decision: 'reject', riskLevel: 'prohibited' });
  expect(resultsOf(answerAfter.body)).toMatchObject([{ sanctions: 'fail' }, { sanctions: 'pass' }]);
  expect(answerAfter.body.reasons[1]).toMatch(/confirmed a sanctions hit/);
});

it('ownership shares that leave a quarter unexplained, or are missing, need an operator', async () => {
  const { ownershipPercent: _, ...silent } = ADA;
  for (const owners of [[GRACE], [GRACE, { ...ADA, ownershipPercent: 15 }], [GRACE, silent]]) {
    const assessment = await assess(owners);
    expect(assessment.reviewReasons, JSON.stringify(owners)).toContain('owners_incomplete');
    expect(assessment.factors).toContainEqual(
      expect.objectContaining({ code: 'owners_incomplete' }),
    );
  }
  const smallOwner = { ...ADA, ownershipPercent: 20 };
  const completeAssessment = await assess([GRACE, smallOwner]);
  expect(completeAssessment.decision).toBe('approve');
  expect(resultsOf(completeAssessment)[1]).toEqual({ sanctions: 'pass' });
});
