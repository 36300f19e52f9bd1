// An answer about one account says which transfers between own accounts it leaves out.

import { expect, test } from 'vitest';
import { answerFromBooks } from '../../../ai/answers/ask.ts';
import { generateLedgers } from '../../../research/language/ledgers.ts';
import { openLedger } from '../../../research/language/open-ledger.ts';

/** A ledger whose account House fund gets ten transfers from another own account. */
const ledger = generateLedgers().find(({ name }) => name === 'ines');

test.each([
  ['what came into House fund', 'Transfers from your own accounts are not counted: EUR 4,500.00.'],
  ['how many payments came into House fund', 'not counted: EUR 4,500.00.'],
])('%s: the answer says what it does not count', async (question, sentence) => {
  if (!ledger) throw new Error('the ledger is gone');
  const { answer, isAnswerable } = await answerFromBooks(
    openLedger(ledger, ledger.timeZone),
    question,
  );
  expect(isAnswerable).toBe(true);
  expect(answer).toContain(sentence);
});

test('an answer about all accounts says nothing about own transfers', async () => {
  if (!ledger) throw new Error('the ledger is gone');
  const { answer } = await answerFromBooks(
    openLedger(ledger, ledger.timeZone),
    'how much did I receive in 2025',
  );
  expect(answer).not.toContain('not counted');
});
