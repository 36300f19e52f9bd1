// The vocabulary of reasons: each code and message occurs once, and docs/build/risk.md lists them
// all.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIGNALS } from '../../../ai/insight/behaviour-signals.ts';
import { TYPOLOGIES } from '../../../ledger/decisions/aml.ts';
import { REASONS, type ReasonSource } from '../../../ledger/decisions/reasons.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';

const ALL_REASONS = Object.entries(REASONS).map(([code, { message, from }]) => ({
  code,
  message: message as string,
  from: from as readonly ReasonSource[],
}));
const codesFrom = (source: ReasonSource) =>
  ALL_REASONS.filter(({ from }) => from.includes(source)).map(({ code }) => code);

test("each reason has its own wording, different from every model feature's", () => {
  const words = [
    ...ALL_REASONS.map(({ message }) => message),
    ...TRANSFER_FEATURES.map((f) => f.meaning),
  ];
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
  const rows = ALL_REASONS.map(
    ({ code, message, from }) => `| \`${code}\` | ${message} | ${from.join(', ')} |`,
  );
  expect(listed).toEqual(rows);
});

/** Beginnings of the SHA-256 of the messages, by code. */
const WRITTEN_HASHES: Readonly<Record<string, string>> = {
  structuring: 'c353d5d4',
  new_device: '7cdb4595',
  new_country: 'b48f72d6',
  velocity_hour: 'c7cfe366',
  velocity_day: '7cf1db06',
  new_payee_large: '6ddd441d',
  new_payees_burst: 'db81fbb2',
  redirected_payee: 'e993690c',
  rising_payments: '89dd335d',
  unproven_large: '5e236ad1',
  passes_through: '81e19051',
  open_doubt: 'd76fea62',
  aml_alert_open: '8a59a1dc',
  final_loss: '8994c774',
  hidden_network: '2a0f6501',
  impossible_travel: '44319b20',
  sanctions_hit: '92abdccb',
  screening_stale: '10c7e259',
  screening_unavailable: '2383e11d',
  name_not_compared: '8f7895ca',
  sandbox_simulated_hit: '8e90bba5',
};

test('a message that events contain never changes, because their digests cover it', () => {
  const hashStart = (text: string) => hash('sha256', text).slice(0, 8);
  const hashOf = (code: string) => hashStart(REASONS[code as keyof typeof REASONS].message);
  expect(Object.fromEntries(codesFrom('payment').map((code) => [code, hashOf(code)]))).toEqual(
    WRITTEN_HASHES,
  );
});
