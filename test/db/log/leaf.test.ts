// The leaf of the log: its bytes have the form of RFC 8785, its hash is the leaf hash of RFC 6962.

import { createHash } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalLeaf, hashLeaf, type Leaf } from '../../../chain/leaf.ts';

// The package's types describe an ES module; the installed module is the function itself.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const leaf: fc.Arbitrary<Leaf> = fc.record({
  currency: text,
  entries: fc.array(
    fc.record({
      accountId: text,
      amount: amounts,
      currency: text,
      direction: fc.constantFrom('debit' as const, 'credit' as const),
    }),
    { maxLength: 4 },
  ),
  ledgerSequence: amounts,
  postedAt: amounts,
  salt: text,
  transactionId: text,
  type: text,
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
    fc.property(leaf, (input) => {
      // An entry in the currency of the leaf does not repeat it.
      const entries = input.entries.map(({ accountId, currency, ...entry }) => {
        const ownEntry = { ...entry, account: accountId };
        return currency === input.currency ? ownEntry : { ...ownEntry, currency };
      });
      expect(canonicalLeaf(input)).toBe(canonicalize({ ...input, entries, v: 1 }));
    }),
    { numRuns: 2000 },
  );
});

test('the bytes of a leaf depend on its own members only, not on their order or on extra members', () => {
  const [first, ...otherEntries] = REFERENCE_LEAF.entries;
  const turnedEntry = Object.fromEntries(
    Object.entries({ ...REFERENCE_LEAF, memo: 'x' }).reverse(),
  );
  const entry = Object.fromEntries(Object.entries({ ...first, memo: 'x' }).reverse());
  const leafOfBoth = { ...turnedEntry, entries: [entry, ...otherEntries] } as unknown as Leaf;
  expect(canonicalLeaf(leafOfBoth)).toBe(KNOWN_TEXT);
});

test('the hash of a leaf is SHA-256 of a zero byte and the bytes in UTF-8', () => {
  fc.assert(
    fc.property(leaf, (input) => {
      const canonical = canonicalLeaf(input);
      const bytes = Buffer.concat([Buffer.from([0]), Buffer.from(canonical, 'utf8')]);
      const expected = createHash('sha256').update(bytes).digest();
      expect(hashLeaf(canonical).equals(expected)).toBe(true);
    }),
  );
});

test('the hash of a leaf is never that of its bare bytes, nor that of another leaf', () => {
  fc.assert(
    fc.property(leaf, leaf, (a, b) => {
      const [first, other] = [canonicalLeaf(a), canonicalLeaf(b)];
      const bareHash = createHash('sha256').update(first).digest();
      expect(hashLeaf(first).equals(bareHash)).toBe(false);
      expect(hashLeaf(first).equals(hashLeaf(other))).toBe(first === other);
    }),
  );
});
