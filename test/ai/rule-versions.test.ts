// Written rules have a version that an operator has validated: a change of a threshold,
// of a weight or of how words are compared is another version, and here is where that is noticed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AML_RULES_VERSION } from '../../ai/aml/flow.ts';
import { listWrittenRules } from '../../ai/aml/rules.ts';
import type { ListEntry } from '../../ai/screening/list-file.ts';
import { readMeasuredScreening } from '../../ai/screening/measurement.ts';
import { buildScreener, SCREENING_VERSION, THRESHOLD } from '../../ai/screening/screener.ts';
import { sha256 } from '../../models/artifact.ts';

test('a threshold of an anti-money-laundering rule changes with the version of the rules', () => {
  const text = listWrittenRules().map(({ typology, conditions }) =>
    [typology, ...conditions.map(({ name, threshold }) => `${name} ${threshold}`)].join(': '),
  );
  expect({ version: AML_RULES_VERSION, said: text }).toEqual({
    version: 5,
    said: [
      'structuring: transactions_just_under_threshold 3: amount 20000',
      'rapid_movement: amount_in 1000: share_passed_on 0.85',
      'fan_in: distinct_new_parties 4: amount 2000: share_passed_on 0.9: average_days_kept 2.75: ' +
        'distinct_parties_once 8: amount 5000: multiple_of_usual_month 2.5',
      'fan_out: distinct_new_parties 5: amount 2000',
      'round_tripping: share_returned 0.6: amount_sent 1000',
      'dormant_reactivation: idle_days 180: amount 5000',
      'high_risk_country: payments_call_for_action 1: payments_increased_monitoring 3: ' +
        'amount_increased_monitoring 5000',
      'mule: distinct_new_payers 2: amount_in 1000: share_passed_on 0.8: average_days_kept 1.5',
      'sanctions_exposure: match_score 0.82',
    ],
  });
});

const entry = (id: string, name: string, overrides: Partial<ListEntry> = {}): ListEntry => ({
  id,
  type: 'individual',
  name,
  aliases: [],
  weakAliases: [],
  birthDates: [],
  countries: [],
  programs: [],
  ...overrides,
});

function screenerOfFew() {
  const entries = [
    entry('1', 'AL-ZAWAHIRI, Ayman', { birthDates: ['1951-06-19'], countries: ['EG'] }),
    entry('2', 'KONY, Joseph', { aliases: ['KONI, Yusuf'] }),
    entry('3', 'ROSNEFT TRADING S.A.', { type: 'entity' }),
    entry('4', 'MUHAMMAD, Hassan'),
  ];
  const list = { code: 'TEST', title: '', source: '', licence: '', asOf: null, entries };
  const building = buildScreener([list]);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
  }
}

test('the score of a name changes with the version of the comparison', () => {
  const screener = screenerOfFew();
  const scored = [
    { name: 'Aiman Alzawahri' },
    { name: 'Ayman al-Zawahiri', dateOfBirth: '1980-01-01' },
    { name: 'Айман аз-Завахири', country: 'EG' },
    { name: 'J. Kony' },
    { name: 'Jusuf Koni' },
    { name: 'Rosneft Tradings' },
    { name: 'Mohamed Hasan' },
  ].map((query) => {
    const [best] = screener.screen({ ...query, threshold: 0.5 });
    return `${query.name}: ${best?.entityId} ${Math.round(1e4 * (best?.score ?? 0)) / 1e4}`;
  });
  expect({ version: SCREENING_VERSION, scored }).toMatchInlineSnapshot(`
    {
      "scored": [
        "Aiman Alzawahri: 1 0.8705",
        "Ayman al-Zawahiri: 1 0.88",
        "Айман аз-Завахири: 1 0.9151",
        "J. Kony: 2 0.8832",
        "Jusuf Koni: 2 0.9592",
        "Rosneft Tradings: 3 0.968",
        "Mohamed Hasan: 4 0.683",
      ],
      "version": 11,
    }
  `);
});

test('the measured figures of the comparison match its version, threshold and lists', () => {
  const { version, threshold, listsSha256, curve } = readMeasuredScreening();
  const lists = readFileSync(
    new URL('../../ai/screening/lists/sanctions.json.gz', import.meta.url),
  );
  expect([version, threshold, listsSha256]).toEqual([SCREENING_VERSION, THRESHOLD, sha256(lists)]);
  for (const [index, item] of curve.entries()) {
    expect(item.recall).toBeLessThanOrEqual(curve[index - 1]?.recall ?? 1);
  }
});
