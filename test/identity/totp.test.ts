// The codes of the second factor are those of the standard, are valid within their time window, and
// each only once.

import { describe, expect, it, test } from 'vitest';
import {
  createRecoveryCodes,
  createTotpSecret,
  formatOtpauthUri,
  hashRecoveryCode,
  readCode,
  stepOfCode,
} from '../../identity/totp.ts';

/** `12345678901234567890` of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** Seconds and the last six of the eight digits that the table of the RFC has for SHA-1. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('a one-time code', () => {
  test.each(VECTORS)('at %i seconds is %s, as the standard says', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(stepOfCode(code, SECRET, { atMs: seconds * 1000, after: 0 })).toBe(step);
  });

  it('is accepted one step early and one step late, and no further', () => {
    const stepAt = (seconds: number) =>
      stepOfCode('050471', SECRET, { atMs: seconds * 1000, after: 0 });
    const step = Math.floor(1_111_111_111 / 30);
    expect([-30, 0, 30].map((seconds) => stepAt(1_111_111_111 + seconds))).toEqual([
      step,
      step,
      step,
    ]);
    expect([-61, 61].map((seconds) => stepAt(1_111_111_111 + seconds))).toEqual([null, null]);
  });

  it('is not accepted again, nor is an earlier one', () => {
    const step = Math.floor(1_111_111_111 / 30);
    const stepAfter = (last: number) =>
      stepOfCode('050471', SECRET, { atMs: 1_111_111_111_000, after: last });
    expect([step - 1, step, step + 1].map(stepAfter)).toEqual([step, null, null]);
    expect(stepAfter(step + 1_000)).toBeNull();
  });

  it.each(['287083', '28708', '2870822', 'abcdef', ''])('that is wrong is refused: %s', (code) => {
    expect(stepOfCode(code, SECRET, { atMs: 59_000, after: 0 })).toBeNull();
  });
});

test('a secret has 160 bits, and the app gets it with its algorithm', () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(secret);
  const uri = new URL(formatOtpauthUri(secret, 'cust_1'));
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('Kontor');
});

test('there are ten recovery codes, all different, in the expected form', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readCode(code)).toBe(code);
  expect(new Set(codes.flatMap((code) => [...code])).size).toBeGreaterThan(20);
  expect(hashRecoveryCode(codes[0] ?? '')).toHaveLength(32);
});

describe('a recovery code as people type it', () => {
  it.each([
    ['123 456', '123456'],
    ['123\u00a0456', '123456'],
    [' 123456\n', '123456'],
    ['123-456', '123456'],
    ['１２３４５６', '123456'],
    ['٠١٢ ٧٨٩', '012789'],
    ['۰۱۲۷۸۹', '012789'],
    ['०१२७८९', '012789'],
    ['ABCD-EFGH-JKMN-PQRS', 'abcd-efgh-jkmn-pqrs'],
    ['abcdefghjkmnpqrs', 'abcd-efgh-jkmn-pqrs'],
    ['abcd efgh jkmn pqrs', 'abcd-efgh-jkmn-pqrs'],
    ['abcd–efgh—jkmn‑pqrs', 'abcd-efgh-jkmn-pqrs'],
    ['\u200babcd-efgh-jkmn-OIl0', 'abcd-efgh-jkmn-0110'],
  ])('%s is read as the stored form', (typed, stored) => {
    expect(readCode(typed)).toBe(stored);
  });

  it.each(['', '12345', '1234567', 'abcd-efgh', 'abcd-efgh-jkmn-pqrst', '12345é'])(
    '%s is not read as a code',
    (typed) => {
      expect(readCode(typed)).toBeNull();
    },
  );
});
