// The vocabulary of reasons: each code and message occurs once, and docs/build/risk.md lists them
// all.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIGNALS } from '../../../ai/insight/behaviour-signals.ts';
import { TYPOLOGIES } from '../../../ledger/decisions/aml.ts';
import { REASONS, type ReasonSource } from '../../../ledger/decisions/reasons.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';

const ALL = Object.entries(REASONS).map(([code, { message, from }]) => ({
  code,
  message: message as string,
  from: from as readonly ReasonSource[],
}));
const codesFrom = (source: ReasonSource) =>
  ALL.filter(({ from }) => from.includes(source)).map(({ code }) => code);

test("each reason has its own wording, different from every model feature's", () => {
  const words = [...ALL.map(({ message }) => message), ...TRANSFER_FEATURES.map((f) => f.meaning)];
  expect(new Set(words).size).toBe(words.length);
});

test('every laundering pattern and every behaviour signal is in the vocabulary', () => {
  expect(codesFrom('laundering').sort()).toEqual([...TYPOLOGIES].sort());
  expect(codesFrom('behavior').sort()).toEqual(Object.keys(SIGNALS).sort());
});

test('docs/build/risk.md lists each reason with its message and the analyses that use it', () => {
  const page = readFileSync('docs/build/risk.md', 'utf8');
  const listed = page
    .split('\n')
    .filter((line) => /^\| `\w+` \| [^|]+ \| (payment|behavior|laundering)/.test(line));
  const rows = ALL.map(
    ({ code, message, from }) => `| \`${code}\` | ${message} | ${from.join(', ')} |`,
  );
  expect(listed).toEqual(rows);
});
