// Performance of models without records, and of an upload whose card states figures.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { registerModel } from '../../kit/bank/objects-of-each-kind.ts';

let bank: CheckedBank;
let owner: { key: string; developerId: string };
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  owner = await register(bank);
});
afterAll(() => bank.close());

it('reading the performance of models changes nothing', async () => {
  await writesNothing(bank, () => bank.call('/v1/ai/model-performance', { key: owner.key }));
});

it('an upload is not measured: the figures of its card are shown as stated, the rest is null', async () => {
  await registerModel(bank, owner.developerId);
  const { body } = await bank.call('/v1/ai/model-performance', { key: owner.key });
  const ownModel = body.models.find((model: { owner: string }) => model.owner === 'developer');
  const unknownFigures = {
    statedAccuracy: null,
    measured: null,
    live: null,
    latency: null,
    drift: null,
  };
  expect(ownModel).toMatchObject({ ...unknownFigures, calibration: null, dataset: null });
  const fields = ownModel.unknown.map(({ field }: { field: string }) => field);
  for (const field of Object.keys(unknownFigures)) expect(fields).toContain(field);
});
