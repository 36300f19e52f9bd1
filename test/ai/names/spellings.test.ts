// A block applies to every spelling of a name, and to no other name.

import { describe, expect, test } from 'vitest';
import { isSpelledAs } from '../../../ai/names/spellings.ts';
import { NO_LIMITS } from '../../../db/limits/view.ts';
import { limitRefusal } from '../../../ledger/limits.ts';

describe('a name is the same', () => {
  test.each([
    ['case', 'gambling', 'GAMBLING'],
    ['spaces', 'online gambling', ' online  gambling '],
    ['punctuation', 'online_gambling', 'Online-Gambling!'],
    ['accents', 'cafe', 'Café'],
    ['wide letters', 'gambling', 'ｇａｍｂｌｉｎｇ'],
    ['Hebrew points', 'שלום', 'שָׁלוֹם'],
    ['short vowels of Arabic', 'محمد', 'مُحَمَّد'],
    ['zero-width marks', 'gambling', 'gam\u200bbling'],
    ['Cyrillic letters that look like Latin ones', 'cash', 'с\u0430sh'],
    ['groups of an account number', 'DE89370400440532013000', 'de89 3704 0044 0532 0130 00'],
  ])('in another spelling: %s', (_label, value, other) => {
    expect(isSpelledAs(other, value)).toBe(true);
  });

  test.each([
    ['gambling', 'gaming'],
    ['7995', '7994'],
    ['***', '---'],
    ['游戏', '旅行'],
    ['राम', 'रमा'],
    ['เงินกู้', 'เงินกา'],
  ])('only to itself: %s is not %s', (value, other) => {
    expect(isSpelledAs(other, value)).toBe(false);
  });
});

test('an external party without a country is refused by every list of allowed countries', () => {
  const terms = { ...NO_LIMITS, allowedCountries: ['DE'] };
  const usage = { amount: { day: 0n, week: 0n, month: 0n }, dayCount: 0 };
  const codeOf = (country: string | null, isOutside: boolean) => {
    const plainPayment = {
      statedCategory: null,
      merchant: { mcc: null, name: null },
      counterparties: [],
    };
    const countries = country === null ? [] : [country];
    const order = { amount: 1n, ...plainPayment, countries, isOutside };
    return limitRefusal({ terms, usage, localTimes: [], order })?.code ?? null;
  };
  expect(codeOf(null, true)).toBe('country_not_allowed');
  expect(codeOf('FR', true)).toBe('country_not_allowed');
  expect(codeOf('DE', true)).toBeNull();
  expect(codeOf(null, false)).toBeNull();
});
