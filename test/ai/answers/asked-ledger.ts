// Questions about the generated ledgers of research/language, without a bank.

import { expect } from 'vitest';
import { answerFromBooks } from '../../../ai/answers/ask.ts';
import { generateLedgers } from '../../../research/language/ledgers.ts';
import { openLedger } from '../../../research/language/open-ledger.ts';

const ledgers = new Map(generateLedgers().map((ledger) => [ledger.name, ledger]));

/** Returns a generated ledger of research/language by its name. */
export function ledgerOf(name: string) {
  const ledger = ledgers.get(name);
  if (!ledger) throw new Error(`no ledger ${name}`);
  return ledger;
}

/** Asks a question about the bookings of a ledger. */
export const ask = (name: string, question: string) => {
  const ledger = ledgerOf(name);
  return answerFromBooks(openLedger(ledger, ledger.timeZone), question);
};

/** Asks a question that has an answer, and returns the values of its figures in minor units. */
export const values = async (name: string, question: string) => {
  const { figures, answer, isAnswerable } = await ask(name, question);
  expect(isAnswerable, answer).toBe(true);
  return figures.map(({ value }) => value);
};
