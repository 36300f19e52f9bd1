// The slots of a command that grows over several messages, and the sentence that they form.

import type { CommandVerb } from '../intents/grammar.ts';

export interface Draft {
  readonly verb: CommandVerb;
  readonly amount: string | null;
  readonly payee: string | null;
  readonly source: string | null;
  readonly date: string | null;
  readonly recurrence: string | null;
  readonly purpose: string | null;
  /** The draft before the last correction. */
  readonly before?: Draft | null;
}

/** The bank's last question. */
export interface Asked {
  readonly field: string;
  readonly options: readonly string[];
}

const VERBS = { transfer: 'send', deposit: 'deposit', withdrawal: 'withdraw' } as const;

/** The slots as one command. */
export function composeSentence(draft: Draft): string {
  const { verb, amount, payee, source, date, recurrence, purpose } = draft;
  const to = verb === 'deposit' ? 'into' : 'to';
  const when = date === null || /^on\b/i.test(date) || !/^\d/.test(date) ? date : `on ${date}`;
  return [
    VERBS[verb],
    amount,
    payee === null ? null : `${to} ${payee}`,
    source === null ? null : `from ${source}`,
    recurrence,
    when === null ? null : recurrence === null ? when : `starting ${date}`,
    purpose === null ? null : `for ${purpose}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
