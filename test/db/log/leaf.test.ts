// The bytes of a leaf of the log have the form of RFC 8785, and its hash is the leaf hash of RFC
// 6962.

import { createHash } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalLeaf, hashLeaf, type Leaf } from '../../../chain/leaf.ts';

// The package's types describe an ES module; the installed module is the function itself.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const leaves: fc.Arbitrary<Leaf> = fc.record({
  currency: texts,
  entries: fc.array(
    fc.record({
      accountId: texts,
      amount: amounts,
      currency: texts,
      direction: fc.constantFrom('debit' as const, 'credit' as const),
    }),
    { maxLength: 4 },
  ),
  ledgerSequence: amounts,
  postedAt: amounts,
  salt: texts,
  transactionId: texts,
  type: texts,
});

const REFERENCE_LEAF: Leaf = {
  currency: 'EUR',
  entries: [
    {
      accountId: 'acc_01m7a0000000000000000000aa',
      amount: 1250,
      currency: 'EUR',
      direction: 'debit',
    },
    {
      accountId: 'acc_01m7a0000000000000000000bb',
      amount: 1250,
      currency: 'EUR',
      direction: 'credit',
    },
  ],
  ledgerSequence: 7,
  postedAt: 1_795_000_000_123,
  salt: '000102030405060708090a0b0c0d0e0f',
  transactionId: 'txn_01m7a0000000000000000000cc',
  type: 'transfer',
};

const KNOWN_TEXT =
  '{"currency":"EUR","entries":[' +
  '{"account":"acc_01m7a0000000000000000000aa","amount":1250,"direction":"debit"},' +
  '{"account":"acc_01m7a0000000000000000000bb","amount":1250,"direction":"credit"}],' +
  '"ledgerSequence":7,"postedAt":1795000000123,"salt":"000102030405060708090a0b0c0d0e0f",' +
  '"transactionId":"txn_01m7a0000000000000000000cc","type":"transfer","v":1}';

test('an example leaf has the expected bytes and hash', () => {
  expect(canonicalLeaf(REFERENCE_LEAF)).toBe(KNOWN_TEXT);
  expect(hashLeaf(KNOWN_TEXT).toString('hex')).toBe(
    'd3fa11dea3892780d36119fb63737da9e7c926b40b7a107cb1fa1feefe692243',
  );
});

test('the bytes of any leaf are its canonical JSON', () => {
  fc.assert(
    fc.property(leaves, (input) => {
      // An entry repeats the currency only when it differs from the currency of the leaf.
      const entries = input.entries.map(({ accountId, currency, ...reversedEntry }) => {
        const ownEntry = { ...reversedEntry, account: accountId };
        return currency === input.currency ? ownEntry : { ...ownEntry, currency };
      });
      expect(canonicalLeaf(input)).toBe(canonicalize({ ...input, entries, v: 1 }));
    }),
    { numRuns: 2000 },
  );
});

test('the bytes of a leaf depend on its own members only, not on their order or on extra members', () => {
  const [first, ...otherEntries] = REFERENCE_LEAF.entries;
  const reversedLeaf = Object.fromEntries(
    Object.entries({ ...REFERENCE_LEAF, memo: 'x' }).reverse(),
  );
  const entry = Object.fromEntries(Object.entries({ ...first, memo: 'x' }).reverse());
  const changedLeaf = { ...reversedLeaf, entries: [entry, ...otherEntries] } as unknown as Leaf;
  expect(canonicalLeaf(changedLeaf)).toBe(KNOWN_TEXT);
});

test('the hash of a leaf is SHA-256 of a zero byte and the bytes in UTF-8', () => {
  fc.assert(
    fc.property(leaves, (input) => {
      const canonical = canonicalLeaf(input);
      const bytes = Buffer.concat([Buffer.from([0]), Buffer.from(canonical, 'utf8')]);
      const expected = createHash('sha256').update(bytes).digest();
      expect(hashLeaf(canonical).equals(expected)).toBe(true);
    }),
  );
});

test('the hash of a leaf differs from the hash of its bytes alone, and from that of any other leaf', () => {
  fc.assert(
    fc.property(leaves, leaves, (a, b) => {
      const [first, other] = [canonicalLeaf(a), canonicalLeaf(b)];
      const bareHash = createHash('sha256').update(first).digest();
      expect(hashLeaf(first).equals(bareHash)).toBe(false);
      expect(hashLeaf(first).equals(hashLeaf(other))).toBe(first === other);
    }),
  );
});
