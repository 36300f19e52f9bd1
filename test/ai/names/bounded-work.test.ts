// However a name is written, comparing it takes a bounded number of steps: counts, not times.

import { beforeAll, describe, expect, test } from 'vitest';
import { openScreening } from '../../../ai/screening/open.ts';
import type { Screener, Work } from '../../../ai/screening/screener.ts';

let screener: Screener;

beforeAll(async () => {
  screener = await openScreening(null).screener();
});

/** Twice the maximum that was measured among some 4,000 names and 200 hostile names. */
const MAX_WORK: Work = { lookedUp: 200, compared: 30_000, broughtUp: 130_000, aligned: 40_000 };

const letters = (from: number, count: number, step: number, modulus: number) =>
  Array.from({ length: count }, (_, index) =>
    String.fromCharCode(from + ((index * step) % modulus)),
  );

/** Makes different words of common syllables: no list has them, and each resembles many listed words. */
function wordsOfSyllables(count: number): string[] {
  const syllables = ['mo', 'ha', 'med', 'ali', 'ab', 'du', 'lah', 'man', 'kha', 'lid', 'sa', 'id'];
  const syllableAt = (index: number) => syllables[index % syllables.length] ?? '';
  return Array.from(
    { length: count },
    (_, n) => syllableAt(n * 5) + syllableAt(n * 7 + 1) + syllableAt(n * 3 + (n >> 2)),
  );
}

const umlauts = Array.from(
  { length: 24 },
  (_, index) => `${'äöüß'.repeat(4)}${'abcdefgh'[index % 8]}en`,
);

const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  'a title 25 times before a name': `${'Mr '.repeat(25)}Vladimir Putin`,
  'a title 500 times before a name': `${'Mr '.repeat(500)}Vladimir Putin`,
  'two characters of Han 70 times': '人民'.repeat(70),
  '140 characters of Han': letters(0x4e00, 140, 977, 0x5000).join(''),
  '24 characters of Han': letters(0x4e00, 24, 977, 0x5000).join(''),
  '24 syllables of Hangul': letters(0xac00, 24, 461, 11_172).join(''),
  '24 words with two readings of each letter': umlauts.join(' '),
  'one word of 400 letters': 'ab'.repeat(200),
  '24 initials': [...'spicaqsnnyaiiqwwgpqaxvnu'].join(' '),
  '24 words of common syllables': wordsOfSyllables(24).join(' '),
  'Hebrew words of eight readings': Array.from({ length: 12 }, () => 'חבסבחד').join(' '),
  'common names, each ten times':
    'muhammad ali hassan ahmed ivanov sergei kim jose garcia ibrahim said omar '.repeat(10),
  'letters of three alphabets in one word': 'аbсdеοpхυсɑ1l0О'.repeat(10),
  'the 24 most common words of the lists':
    'muhammad bank trading ali ahmad abdul company general state institute hassan research plant ' +
    'center technology ivanovich vladimir shipping foundation hussein rahman islam sergei ibrahim',
};

describe('the work of reading one name', () => {
  test.for(Object.entries(HOSTILE_NAMES))('is bounded for %s', async ([, name]) => {
    const before = { ...screener.work };
    const matches = screener.screen({ name, threshold: 0.7, limit: 1000 });
    for (const [kind, max] of Object.entries(MAX_WORK) as [keyof Work, number][]) {
      expect(screener.work[kind] - before[kind], kind).toBeLessThanOrEqual(max);
    }
    expect(await screener.search({ name, threshold: 0.7, limit: 1000 })).toEqual(matches);
  });

  test('counts each distinct new word once', () => {
    const before = { ...screener.work };
    screener.screen({ name: 'Wilhelmina Quoxtravelle' });
    expect(screener.work.lookedUp - before.lookedUp).toBeGreaterThanOrEqual(2);
    const after = { ...screener.work };
    screener.screen({ name: 'Wilhelmina Quoxtravelle' });
    expect(screener.work.lookedUp).toBe(after.lookedUp);
    expect(screener.work.broughtUp).toBeGreaterThan(after.broughtUp);
  });

  test('stops beyond the number of readings that any real name has, and the name is reported as unread', () => {
    expect(screener.unread(umlauts.join(' '))).toBe('too_long');
    expect(screener.unread('Jürgen Müller-Lüdenscheidt, Größenwahn & Söhne GmbH')).toBeNull();
    expect(screener.unread('נאסר אל-חביב בן עבדאללה אל-בחריני')).toBeNull();
  });
});
