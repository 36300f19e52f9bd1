import { expect, it } from 'vitest';
import { createCreditModel } from '../../../ai/credit/model.ts';
import { EXPLANATION_KINDS, type Explanation } from '../../../models/explain/explanation.ts';
import type { CreditApplication } from '../../../models/features/credit-features.ts';
import type { ServedModel } from '../../../models/serving.ts';

it.each(EXPLANATION_KINDS)('an applicant gets exact reasons, or none: %s', async (kind) => {
  let callCount = 0;
  const explanation: Explanation = {
    kind,
    unit: 'log_odds',
    attributeNow: () => null,
    attribute: async () => {
      callCount += 1;
      return { expected: 0, parts: [1] };
    },
  };
  const served = {
    features: ['income'],
    explanation: { ready: () => null, load: async () => explanation },
  } as unknown as ServedModel;
  const model = createCreditModel(served, () => {});
  const explained = await model.explain({} as CreditApplication, 0.5);
  const exact = { kind, contributions: [{ feature: 'income', contribution: 1 }] };
  expect(explained).toEqual(kind === 'approximate' ? null : exact);
  // Nor is one computed while the applicant waits.
  expect(callCount).toBe(kind === 'approximate' ? 0 : 1);
});
