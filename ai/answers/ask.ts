// A question in, an answer with its sources out. Questions that the books do not answer go to the
// help; what neither answers is said plainly.

import type { Ledger } from '../../db/ledger.ts';
import { answer } from './answer.ts';
import { type Reply, unanswerable } from './books.ts';
import { helpAnswer } from './help.ts';
import { type BooksOrder, openBooks } from './open-books.ts';
import { type Ask, understand } from './understand.ts';

export interface Answered extends Reply {
  /** What was understood; null: nothing that the books answer. */
  readonly ask: Ask | null;
  /** False: it is nothing that this bank answers, however it is asked. */
  readonly isOurs: boolean;
}

/** What the bank does not do, however it is asked. */
const NOT_OURS = new RegExp(
  '\\b(?:should i (?:buy|sell|invest)|invest(?:ing|ed)? (?:it|in|my|the)|stocks?|' +
    'shares|crypto|bitcoin|lottery|predict|forecast|will my balance|going to be ' +
    "worth|weather|other customers?|someone else'?s?|other people'?s?|password|" +
    'your instructions|system prompt)\\b',
  'i',
);
/** Somebody else's money is nobody's question. */
const OF_OTHERS = new RegExp(
  '\\b(?:(?:his|her|their) (?:accounts?|balances?|savings|money|spending)|my ' +
    '(?:neighbou?r|friend|wife|husband|partner|boss|brother|sister|mother|father|' +
    'colleague)s?)\\b',
  'i',
);

/**
 * Answers a question.
 * @param order whose books; null: the question has no customer, so only the help answers
 * @param within a period to take where the question names none
 */
export async function askQuestion(
  ledger: Ledger,
  order: BooksOrder | null,
  question: string,
  change: (ask: Ask | null, lexicon: Parameters<typeof understand>[1]) => Ask | null = (ask) => ask,
): Promise<Answered> {
  if (NOT_OURS.test(question) || OF_OTHERS.test(question)) {
    const said = 'The bank answers questions about your own money and about how it works, only.';
    return { ...unanswerable(said, ['What is my balance?']), ask: null, isOurs: false };
  }
  if (order === null) return answerFromHelp(question);
  const { books, lexicon } = await openBooks(ledger, order);
  const { now, timezone } = books;
  const ask = change(understand(question, lexicon, { now, timezone }), lexicon);
  if (ask === null || ask.topic === 'help') return { ...helpAnswer(question), ask, isOurs: true };
  return { ...(await answer(ask, books)), ask, isOurs: true };
}

/** The section of the help that answers a question, whosever it is. */
export function answerFromHelp(question: string): Answered {
  return { ...helpAnswer(question), ask: null, isOurs: true };
}
