// What is asked about when a message leaves something open.

export interface Ambiguity {
  readonly field: string;
  readonly code: string;
  readonly question: string;
  readonly options: readonly string[];
}

/** A question about a field. */
export function ask(
  field: string,
  code: string,
  question: string,
  options: readonly string[] = [],
): Ambiguity {
  return { field, code, question, options };
}

const HAZARD_QUESTIONS: Readonly<Record<string, string>> = {
  negation: 'The message says no to something: what should be done?',
  condition: 'The message names a condition, which cannot be watched: should it be done now?',
  question: 'The message asks something: should anything be done?',
  quotation: 'The message quotes words: whose instruction is it?',
  several_operations: 'The message names more than one thing: which one comes first?',
  everything: 'Name the amount in figures.',
  raised_digits: 'Write the amount in plain figures: a raised digit changes it.',
  unreadable_characters: 'The message contains characters that cannot be shown: write it again.',
};

/** Hazards that leave the amount open, and nothing else. */
export const OF_THE_AMOUNT: ReadonlySet<string> = new Set(['everything', 'raised_digits']);

/** The question about what makes a message no plain command. */
export function hazardOf(hazard: string): Ambiguity {
  const field = OF_THE_AMOUNT.has(hazard) ? 'amount' : 'message';
  return ask(field, hazard, HAZARD_QUESTIONS[hazard] ?? '');
}
