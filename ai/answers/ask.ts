// Turns a question into an answer with its sources. A question that the bookings do not answer goes
// to the help; when the help has no answer either, the reply says so.

import { foreignAnswer, looksForeign } from '../english/other-languages.ts';
import { answer } from './answer.ts';
import { type Answered, declineOffTopic } from './ask-help.ts';
import { type Reply, unanswerable } from './books.ts';
import { helpAnswer } from './help.ts';
import type { Lexicon } from './lexicon.ts';
import { type AskedLedger, type BooksOrder, type OpenedBooks, openBooks } from './open-books.ts';
import type { Period } from './periods.ts';
import { strangerIn } from './strangers.ts';
import { bothReplies, pairOfFigures, twoQuestions } from './two-questions.ts';
import { type Ask, continueAsk, understand } from './understand.ts';

/** Context that a question does not state itself. */
export interface Beside {
  /** The time that it is about, where it names none. */
  readonly period?: Period | null;
  /** The previous question, which this question may continue. */
  readonly before?: Ask | null;
  /** The requested language, when it is not English. */
  readonly preferred?: string | null;
}

/** `and last month?` goes on from the question before. */
const GOES_ON = /^(?:and|what about|how about|same for|also|or|only|just)\b/i;

/** Reads a question together with its context. */
function understandQuestion(
  question: string,
  lexicon: Lexicon,
  { period, before }: Beside,
  at: Parameters<typeof understand>[2],
): Ask | null {
  const understood = understand(question, lexicon, at);
  const isNew = understood !== null && !GOES_ON.test(question.trim());
  const ask =
    isNew || !before ? understood : (continueAsk(before, question, lexicon, at) ?? understood);
  if (!ask || !period || ask.periods.length > 0) return ask;
  const periods = [period];
  return { ...ask, periods, query: ask.query && { ...ask.query, periods } };
}

/** Answers a question from a customer's books, or from the help where they have no answer. */
export async function askQuestion(
  ledger: AskedLedger,
  order: BooksOrder,
  question: string,
  beside: Beside = {},
): Promise<Answered> {
  const refused = declineOffTopic(question);
  return refused ?? answerFromBooks(await openBooks(ledger, order), question, beside);
}

/** Answers a question from books that are open. */
export async function answerFromBooks(
  { books, lexicon }: OpenedBooks,
  question: string,
  beside: Beside = {},
): Promise<Answered> {
  const { now, timezone } = books;
  const at = { now, timezone };
  const ask = understandQuestion(question, lexicon, beside, at);
  const both =
    pairOfFigures(ask, question, lexicon, at) ?? twoQuestions(ask, question, lexicon, at);
  if (both !== null) {
    const [first, second] = both;
    const reply = bothReplies(await answer(first, books), await answer(second, books));
    return { ...exact(reply), ask: second, isOurs: true };
  }
  const stranger = ask && strangerIn(ask, lexicon);
  if (stranger !== null) {
    const strangerText = `You have no account called "${stranger}"; accounts of others are not shown.`;
    return { ...unanswerable(strangerText, ['What is my balance?']), ask: null, isOurs: false };
  }
  const { preferred = null } = beside;
  if (ask === null || ask.topic === 'help')
    return { ...helpAnswer(question, preferred), ask, isOurs: true };
  if (ask.left.length > 0 && looksForeign(withoutNames(question, lexicon)))
    return { ...unanswerable(foreignAnswer(question, preferred)), ask: null, isOurs: true };
  return { ...exact(await answer(ask, books)), ask, isOurs: true };
}

/** Names from the customer's bookings do not count as words of a language. */
function withoutNames(question: string, { accounts, categories, parties }: Lexicon): string {
  const names = [...accounts.map(({ name }) => name), ...categories, ...parties];
  const known = new Set(names.flatMap((name) => name.toLowerCase().match(/\p{L}+/gu) ?? []));
  return question.replace(/\p{L}+/gu, (word) => (known.has(word.toLowerCase()) ? ' ' : word));
}

/** A figure that JSON cannot represent exactly is left out. */
function exact(reply: Reply): Reply {
  if (reply.figures.every(({ value }) => Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return reply;
  return unanswerable('The sum is more than the bank can state exactly: ask about a shorter time.');
}
