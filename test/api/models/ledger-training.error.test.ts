// Trainings on the ledger that are refused: each with the field at fault, and nothing is accepted.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasModule } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  advanceDays,
  decideReviews,
  makeLedgerTraining,
  makePayments,
  reverseAsFraud,
} from '../../kit/models/ledger-training.ts';
import { makeTraining, TRAIN_PATH } from '../../kit/models/training.ts';

let bank: CheckedBank;
let ownPayments: Awaited<ReturnType<typeof makePayments>>;
beforeAll(async () => {
  bank = await openCheckedBank();
  ownPayments = await makePayments(bank, 240);
}, 60_000);
afterAll(() => bank.close());

const trainUnwritten = (body: object) =>
  writesNothing(bank, () => bank.call(TRAIN_PATH, { key: ownPayments.key, body }));
const source = 'ledger_query';
const makeQuery = (fields: object) => ({ dataset: { source, query: fields } });

it.each([
  [{ task: 'churn' }, '/task'],
  [{ features: ['amountReference', 'colour'] }, '/features/1'],
  [{ features: [{ name: 'amountReference', min: 5 }] }, '/features/0'],
  [{ dataset: { source, labelField: 'good' } }, '/dataset/labelField'],
  [{ dataset: { source, timeField: 'at' } }, '/dataset/timeField'],
  [{ dataset: { source, rows: [{ a: 1 }] } }, '/dataset/rows'],
  [makeQuery({ from: 'yesterday' }), '/dataset/query/from'],
  [makeQuery({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }), '/dataset/query/to'],
  [makeQuery({ maturityDays: 0 }), '/dataset/query/maturityDays'],
  [makeQuery({ limit: 199 }), '/dataset/query/limit'],
  [makeQuery({ limit: 100_001 }), '/dataset/query/limit'],
  [makeQuery({ where: '1=1' }), '/dataset/query/where'],
])('a training with %j is refused with the position of the fault', async (overrides, pointer) => {
  const { status, body } = await trainUnwritten(makeLedgerTraining(overrides));
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'validation_failed', pointer]);
});

it('a query requires the ledger as source, and inline rows require their label field', async () => {
  const rows = [{ a: 1, left: 0 }];
  const dataset = { source: 'inline', rows, query: {}, labelField: 'left' };
  const inlineQueryAnswer = await trainUnwritten(makeTraining([], { dataset }));
  expect(inlineQueryAnswer.body.errors[0].pointer).toBe('/dataset/query');
  const missingLabelAnswer = await trainUnwritten(
    makeTraining([], { dataset: { source: 'inline', rows } }),
  );
  expect(missingLabelAnswer.body.errors[0].pointer).toBe('/dataset/labelField');
});

const readRefusal = async (overrides = {}) => {
  const { status, body } = await trainUnwritten(makeLedgerTraining(overrides));
  expect(body.errors[0].pointer).toBe('/dataset/query');
  return [status, body.code, body.errors[0].code];
};

it.runIf(hasModule('risk'))(
  'recent payments do not count as good, and a single class or few frauds are refused',
  async () => {
    // These payments were not flagged, and are of today.
    expect(await readRefusal()).toEqual([422, 'dataset_too_small', 'dataset_too_small']);
    await decideReviews(bank, ownPayments.developerId, '');
    expect(await readRefusal()).toEqual([422, 'dataset_too_small', 'dataset_too_small']);
    await advanceDays(bank, ownPayments.key, 31);
    expect(await readRefusal()).toEqual([422, 'dataset_invalid', 'one_class_only']);
    await reverseAsFraud(bank, ownPayments.key, ownPayments.ids.slice(0, 5));
    expect(await readRefusal()).toEqual([422, 'dataset_too_small', 'dataset_too_small']);
    // The required age exceeds the age of the payments.
    expect(await readRefusal(makeQuery({ maturityDays: 60 }))).toEqual([
      422,
      'dataset_too_small',
      'dataset_too_small',
    ]);
  },
  60_000,
);

it('a reversal with an unknown reason code is refused, and moves no money', async () => {
  const path = `/v1/transactions/${ownPayments.ids[9]}/reverse`;
  const body = { reason: 'x', reasonCode: 'revenge' };
  const headers = { 'idempotency-key': 'revenge' };
  const answer = await writesNothing(bank, () =>
    bank.call(path, { key: ownPayments.key, body, headers }),
  );
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/reasonCode']);
});
