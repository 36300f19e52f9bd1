// Reasons of a refusal: which, how many, in which order; and the attributes that no feature may
// reveal.

import { expect, test } from 'vitest';
import { listReasons, REG_B_TEXTS } from '../../../ai/credit/reasons.ts';
import { CREDIT_FEATURES } from '../../../models/features/credit-features.ts';
import { isProtectedName } from '../../../models/features/protected-names.ts';

const codes = (rules: readonly string[], parts: Readonly<Record<string, number>>) =>
  listReasons(
    rules,
    Object.entries(parts).map(([feature, contribution]) => ({ feature, contribution })),
  ).map(({ code }) => code);

test.each<readonly [string, readonly string[], Readonly<Record<string, number>>, string[]]>([
  ['none without rules and features', [], {}, []],
  ['only features that lowered the risk', [], { income: -1, hasDefaulted: -0.2, purpose: 0 }, []],
  [
    'the largest first',
    [],
    { purpose: 0.1, hasDefaulted: 2 },
    ['delinquent_obligations', 'purpose'],
  ],
  [
    'one text of several features once',
    [],
    { income: 1, loanToIncome: 2, loanAmount: 3 },
    ['income_insufficient'],
  ],
  [
    'rules before the model',
    ['debt_service_to_income', 'residual_income'],
    { hasDefaulted: 5 },
    ['excessive_obligations', 'income_insufficient', 'delinquent_obligations'],
  ],
  [
    'never more than four',
    ['maximum_obligations', 'minimum_income', 'maximum_amount'],
    { hasDefaulted: 5, purpose: 3, homeOwnership: 2 },
    [
      'excessive_obligations',
      'income_insufficient',
      'amount_above_maximum',
      'delinquent_obligations',
    ],
  ],
  ['none for a feature without a reviewed text', [], { shoeSize: 4 }, []],
])('the reasons of a credit decision: %s', (_, rules, parts, expected) => {
  expect(codes(rules, parts)).toEqual(expected);
});

test('every feature of the model has a reviewed text, and ranks count from one', () => {
  for (const { name } of CREDIT_FEATURES) expect(codes([], { [name]: 1 })).toHaveLength(1);
  const ranked = listReasons([], [{ feature: 'income', contribution: 1 }]);
  expect(ranked[0]).toMatchObject({ rank: 1, regBText: REG_B_TEXTS.income_insufficient });
  // A score is no reason: the commentary forbids it.
  expect(Object.values(REG_B_TEXTS).join(' ')).not.toMatch(/score|points|model/i);
});

test.each([
  'age',
  'Age',
  'applicant_age',
  'sex',
  'gender',
  'maritalStatus',
  'marital-status',
  'dateOfBirth',
  'DOB',
  'nationality',
  'country_of_origin',
  'religion',
  'race',
  'zip',
  'postCode',
  'lastName',
  'mother tongue',
  'isPregnant',
])('a key named %s is personal data', (key) => {
  expect(isProtectedName(key)).toBe(true);
});

test.each([
  'order',
  'page',
  'package',
  'internationalTransfer',
  'trace',
  'message',
  'grace',
  'dosage',
])('a key named %s is not personal data', (key) => {
  expect(isProtectedName(key)).toBe(false);
});
