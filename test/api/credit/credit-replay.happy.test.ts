// Replays past credit assessments with a candidate model. Each assessment is decided again, so an
// equal model changes nothing; changed decisions are counted by the outcome of the loan.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  assessCredit,
  makeConstantCreditModel,
  makeCreditBackground,
  makeCreditTraining,
  makeLoans,
  readShippedCreditModel,
  uploadCreditModel,
} from '../../kit/models/credit-models.ts';
import { commandDeployment, deploy, waitForStatus } from '../../kit/models/deployments.ts';
import { TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';
import { type ApplicationFields, BORDERLINE, HOPELESS_LOAN } from '../../kit/people/credit.ts';
import { isDeep } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  key = (await register(bank)).key;
  customerId = (await openAccounts(bank, key, [0])).customerId;
}, 60_000);
afterAll(() => bank.close());

const WHOLE_PERIOD = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', limit: 100 };
/** A large amount for the income, so that a smaller one is offered. */
const UNAFFORDABLE_LOAN: ApplicationFields = { product: { amount: 3_300_000, termMonths: 84 } };
const LOW_INCOME: ApplicationFields = {
  applicant: { income: 90_000, expenses: 10_000, obligations: 0 },
};
const UNKNOWN_INCOME: ApplicationFields = { applicant: { income: undefined } };
/** Returns the application with an amount in euros that is no whole number of dollars. */
const requestInEuros = (application: ApplicationFields): ApplicationFields => ({
  ...application,
  product: { ...application.product, amount: 1_234_567, currency: 'EUR' },
});

type Version = Parameters<typeof deploy>[2];

async function replayVersion(version: Version, limit = WHOLE_PERIOD.limit) {
  const replay = { ...WHOLE_PERIOD, limit };
  const strategy = { type: 'shadow' };
  const { body } = await deploy(bank, key, version, { strategy, replay });
  const { replayReport, gates } = await waitForStatus(bank, key, body.id, 'shadow');
  // When at least a tenth of the decisions differ, the replay warns.
  const isChanged = replayReport.changed >= replayReport.decisions / 10;
  expect(gates.at(-1)).toMatchObject({ name: 'replay', passed: isChanged ? null : true });
  await commandDeployment(bank, key, body.id, 'abort');
  return replayReport;
}

it('a credit replay decides each past application again, with the affordability floor, counter-offers and reasons', async () => {
  const applications = [
    {},
    HOPELESS_LOAN,
    BORDERLINE,
    UNAFFORDABLE_LOAN,
    LOW_INCOME,
    requestInEuros({}),
    requestInEuros(HOPELESS_LOAN),
  ];
  const pastAssessments = [];
  for (const application of [...applications, UNKNOWN_INCOME])
    pastAssessments.push(await assessCredit(bank, key, { customerId, ...application }));
  const modelAssessments = pastAssessments.filter(({ model }) => model.asked);
  expect(modelAssessments).toHaveLength(applications.length);
  const approved = modelAssessments.filter(({ approvedAmount }) => approvedAmount !== null);
  const fullyApproved = approved.filter(
    ({ approvedAmount, product }) => approvedAmount === product.amount,
  );
  // The applications include every possible outcome.
  expect(approved.length).toBeGreaterThan(fullyApproved.length);
  expect(new Set(pastAssessments.map(({ decision }) => decision)).size).toBe(4);

  const background = makeCreditBackground(30);
  const sameModel = { file: readShippedCreditModel(), name: 'same', background };
  expect(await replayVersion(await uploadCreditModel(bank, key, sameModel))).toMatchObject({
    ...{ decisions: applications.length, changed: 0, approveToDecline: 0, declineToApprove: 0 },
  });
  // This model would lend to every customer who passes the floor.
  const floorPassed = modelAssessments.filter(({ policy }) => policy.floorPassed);
  const lenientModel = await uploadCreditModel(bank, key, {
    file: makeConstantCreditModel(-3),
    name: 'kind',
  });
  expect(await replayVersion(lenientModel)).toMatchObject({
    ...{
      decisions: applications.length,
      changed: floorPassed.length - fullyApproved.length,
      approveToDecline: 0,
    },
    declineToApprove: floorPassed.filter(({ approvedAmount }) => approvedAmount === null).length,
  });
  // This model gives no exact reasons, so a person decides.
  const strictModel = await uploadCreditModel(bank, key, {
    file: makeConstantCreditModel(3),
    name: 'hard',
  });
  const { approveToDecline, byAmount } = await replayVersion(strictModel);
  expect(approveToDecline).toBe(approved.length);
  const counts = byAmount.map(({ decisions }: { decisions: number }) => decisions);
  expect(counts).toEqual([0, 0, 1, 0, 6]);
}, 120_000);

it.runIf(isDeep)(
  'a model trained at this bank denies again in a replay, since its reasons are available',
  async () => {
    const deniedAssessment = await assessCredit(bank, key, { customerId, ...HOPELESS_LOAN });
    expect(deniedAssessment.decision).toBe('denied');
    const sendAnswer = await bank.call(TRAIN_PATH, {
      key,
      body: makeCreditTraining(makeLoans(500)),
    });
    const { modelId, modelVersion, error } = await waitForEnd(bank, key, sendAnswer.body.id);
    expect(error).toBeNull();
    const report = await replayVersion({ modelId, modelVersion }, 1);
    expect(report).toMatchObject({ decisions: 1, changed: 0 });
  },
  120_000,
);
