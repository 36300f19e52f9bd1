// Questions about open points of a message.

import { HAZARD_QUESTIONS } from '../english/commands.ts';

export interface Ambiguity {
  readonly field: string;
  readonly code: string;
  readonly question: string;
  readonly options: readonly string[];
}

/** Returns a question about a field. */
export function ask(
  field: string,
  code: string,
  question: string,
  options: readonly string[] = [],
): Ambiguity {
  return { field, code, question, options };
}

/** Hazards that leave only the amount open. */
export const OF_THE_AMOUNT: ReadonlySet<string> = new Set(['everything', 'raised_digits']);

/** Returns the question about a hazard, which makes a message more than a plain command. */
export function hazardOf(hazard: string): Ambiguity {
  const field = OF_THE_AMOUNT.has(hazard) ? 'amount' : 'message';
  return ask(field, hazard, HAZARD_QUESTIONS[hazard] ?? '');
}
