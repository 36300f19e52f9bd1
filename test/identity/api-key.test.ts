// API keys: enough random bits, a checksum that refuses typing mistakes, and only the hash is
// stored.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createKey,
  hashKey,
  KEY_PREFIXES,
  OPERATOR_KEY_LENGTH,
  prefixOf,
} from '../../identity/api-key.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The checksum written once more: CRC-32 of prefix and secret in base 62, six digits. */
function checksumOf(text: string): string {
  let remainder = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i++) {
    out = DIGITS.charAt(remainder % 62) + out;
    remainder = Math.floor(remainder / 62);
  }
  return out;
}

describe('a new API key', () => {
  test.each(KEY_PREFIXES)(
    '%s has its prefix, the cell, 33 random digits and a checksum',
    (prefix) => {
      const { key } = createKey(prefix);
      expect(key).toMatch(new RegExp(`^${prefix}00[0-9A-Za-z]{39}$`));
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)));
      expect(prefixOf(key)).toBe(prefix);
    },
  );

  test('has its hash and its last four digits, and the hash is SHA-256 of the whole key', () => {
    const { key, hash, lastFour } = createKey('sk_test_');
    expect(hash.equals(createHash('sha256').update(key, 'utf8').digest())).toBe(true);
    expect(hashKey(key).equals(hash)).toBe(true);
    expect(lastFour).toBe(key.slice(-4));
  });

  test('is never made twice, and every digit occurs at every place of its secret', () => {
    const keys = Array.from({ length: 2000 }, () => createKey('sk_live_').key.slice(10, 43));
    expect(new Set(keys).size).toBe(keys.length);
    // 2^192 fills 33 digits of base 62 but for the first, which stays below 62^33 / 2^192.
    for (let place = 1; place < 33; place++) {
      const digits = new Set(keys.map((key) => key.charAt(place)));
      expect(digits.size, `place ${place}`).toBe(62);
    }
  });
});

describe('an API key with a right checksum', () => {
  test.each([
    ['without a cell', ''],
    ['with two characters that are no cell', 'il'],
  ])('is refused %s', (_, cell) => {
    const body = `sk_live_${cell}${'0'.repeat(33)}`;
    expect(prefixOf(body + checksumOf(body))).toBeNull();
  });
});

describe('an API key', () => {
  const key = fc
    .constantFrom('sk_test_' as const, 'sk_live_' as const)
    .map((p) => createKey(p).key);

  test('with one wrong digit is refused without a look-up', () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.constantFrom(...DIGITS), (good, position, digit) => {
        const place = 8 + (position % (good.length - 8));
        fc.pre(good.charAt(place) !== digit);
        expect(prefixOf(good.slice(0, place) + digit + good.slice(place + 1))).toBeNull();
      }),
    );
  });

  test('with two digits swapped is refused', () => {
    fc.assert(
      fc.property(key, fc.nat(), (good, position) => {
        const place = 8 + (position % (good.length - 9));
        const [a, b] = [good.charAt(place), good.charAt(place + 1)];
        fc.pre(a !== b);
        expect(prefixOf(good.slice(0, place) + b + a + good.slice(place + 2))).toBeNull();
      }),
    );
  });

  test("of one environment cannot be turned into the other's by its prefix", () => {
    const live = createKey('sk_test_').key.replace('sk_test_', 'sk_live_');
    expect(prefixOf(live)).toBeNull();
  });

  test('is refused in any other shape', () => {
    const good = createKey('sk_test_').key;
    const badCases = ['', 'sk_test_', good.slice(1), good.slice(0, -1), `${good}0`, ` ${good}`];
    badCases.push(
      good.toUpperCase(),
      good.replace('sk_', 'pk_'),
      `${good.slice(0, -1)}\n`,
      'Bearer',
    );
    for (const text of badCases) expect(prefixOf(text), JSON.stringify(text)).toBeNull();
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(prefixOf(text)).toBeNull();
        expect(prefixOf(`sk_test_${text}`)).toBeNull();
      }),
    );
  });

  test('of an operator may be chosen by the bank, if it is long enough', () => {
    const short = `op_${'a'.repeat(OPERATOR_KEY_LENGTH - 4)}`;
    expect(prefixOf(short)).toBeNull();
    expect(prefixOf(`${short}a`)).toBe('op_');
  });
});
