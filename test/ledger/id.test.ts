// Ids sort by time, name their noun and contain their time; other texts are refused.

import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseCell, ONLY_CELL } from '../../db/kernel/cell.ts';
import { mint, mintAt } from '../../db/kernel/mint.ts';
import { encodeId, firstIdAt, isId, mintedAt, type Noun, PREFIXES } from '../../ledger/id.ts';

const nouns = Object.keys(PREFIXES) as Noun[];
const noun = fc.constantFrom(...nouns);
const timeMs = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const random = fc.uint8Array({ minLength: 16, maxLength: 16 });

/** The 16 bytes of a UUIDv7 of that time. */
function uuidAt(msecs: number, bytes: Uint8Array): Uint8Array {
  return v7(
    { msecs, random: bytes, seq: new DataView(bytes.buffer).getUint32(0) },
    new Uint8Array(16),
  );
}

describe('an id', () => {
  test('ends with the cell in which it was minted, and still sorts by time', () => {
    onTestFinished(() => chooseCell(ONLY_CELL));
    for (const cell of ['00', 'a1', 'zz', '0z']) {
      chooseCell(cell);
      const ids = Array.from({ length: 500 }, () => mint('account'));
      expect(ids.every((id) => id.endsWith(cell))).toBe(true);
      expect(new Set(ids).size).toBe(500);
      expect([...ids].sort()).toEqual(ids);
    }
    expect(() => chooseCell('il')).toThrow('is not a cell');
  });

  test('is its noun and the bytes in base 32, the most significant first', () => {
    fc.assert(
      fc.property(noun, random, (noun, bytes) => {
        const digits = '0123456789abcdefghjkmnpqrstvwxyz';
        let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
        let text = '';
        for (let i = 0; i < 26; i++) {
          text = digits.charAt(Number(value % 32n)) + text;
          value /= 32n;
        }
        expect(encodeId(noun, bytes)).toBe(`${PREFIXES[noun]}_${text}`);
      }),
    );
  });

  test('gives back the time at which it was minted', () => {
    fc.assert(
      fc.property(noun, timeMs, random, (noun, time, bytes) => {
        expect(mintedAt(encodeId(noun, uuidAt(time, bytes)))).toBe(time);
      }),
    );
  });

  test('of an earlier millisecond sorts first, whatever its random part is', () => {
    fc.assert(
      fc.property(noun, timeMs, timeMs, random, random, (noun, a, b, some, other) => {
        fc.pre(a < b);
        expect(encodeId(noun, uuidAt(a, some)) < encodeId(noun, uuidAt(b, other))).toBe(true);
      }),
    );
  });

  test('differs for different bytes', () => {
    fc.assert(
      fc.property(random, random, (a, b) => {
        const isSame = Buffer.compare(a, b) === 0;
        expect(encodeId('account', a) === encodeId('account', b)).toBe(isSame);
      }),
    );
  });

  test('minted later sorts later, even within one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => mint('transaction'));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is minted with the current time, which it contains', () => {
    const before = Date.now();
    const { id, at } = mintAt('account');
    expect(mintedAt(id)).toBe(at);
    // Within one millisecond the counter may have advanced into the next.
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now() + 1);
  });

  test('has a prefix that no other noun has', () => {
    expect(new Set(Object.values(PREFIXES)).size).toBe(nouns.length);
  });
});

describe('the first id of a time', () => {
  test('sorts before or with every id of that time, and after every earlier id', () => {
    fc.assert(
      fc.property(noun, timeMs, random, (noun, time, bytes) => {
        fc.pre(time > 0);
        const first = firstIdAt(noun, time);
        expect(isId(noun, first)).toBe(true);
        expect(first <= encodeId(noun, uuidAt(time, bytes))).toBe(true);
        expect(first > encodeId(noun, uuidAt(time - 1, bytes))).toBe(true);
      }),
    );
  });

  test('before 1970 is the lowest of all', () => {
    expect(firstIdAt('event', -1)).toBe(`evt_${'0'.repeat(26)}`);
  });
});

describe('the check for an id', () => {
  test('accepts every minted id, of its own noun only', () => {
    for (const noun of nouns) {
      const id = mint(noun);
      expect(nouns.filter((other) => isId(other, id))).toEqual([noun]);
    }
  });

  const good = `acc_${'0'.repeat(25)}z`;
  test.each([
    ['nothing', ''],
    ['a prefix alone', 'acc_'],
    ['no prefix', good.slice(4)],
    ['another prefix', good.replace('acc', 'txn')],
    ['a prefix in capitals', good.replace('acc', 'ACC')],
    ['capitals', good.replace('z', 'Z')],
    ['one character less', good.slice(0, -1)],
    ['one character more', `${good}0`],
    ['a letter that is not in the alphabet (i)', good.replace('z', 'i')],
    ['a letter that is not in the alphabet (l)', good.replace('z', 'l')],
    ['a letter that is not in the alphabet (o)', good.replace('z', 'o')],
    ['a letter that is not in the alphabet (u)', good.replace('z', 'u')],
    ['more than 128 bits', `acc_8${'0'.repeat(25)}`],
    ['a space in front', ` ${good.slice(0, -1)}`],
    ['a line break at the end', `${good.slice(0, -1)}\n`],
    ['a hyphen for the underscore', good.replace('_', '-')],
    ['a quote', good.replace('z', "'")],
    ['a percent sign', good.replace('z', '%')],
    ['a digit of another script', good.replace('z', '٣')],
  ])('%s is refused', (_label, text) => {
    expect(isId('account', good)).toBe(true);
    expect(isId('account', text)).toBe(false);
  });

  test('refuses random text', () => {
    fc.assert(
      fc.property(noun, fc.string({ maxLength: 40 }), (noun, text) => {
        expect(isId(noun, text)).toBe(false);
        expect(isId(noun, `${PREFIXES[noun]}_${text.slice(0, 25)}`)).toBe(false);
      }),
    );
  });
});
