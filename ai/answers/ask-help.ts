// Questions that need no bookings: questions that the help answers, and questions about subjects
// outside this bank.

import { ASIDES } from '../english/asides.ts';
import { type Reply, unanswerable } from './books.ts';
import { helpAnswer } from './help.ts';
import type { Ask } from './understand.ts';

export interface Answered extends Reply {
  /** The question as understood, or null when the books do not answer it. */
  readonly ask: Ask | null;
  /** False when this bank answers no question about the subject, whatever its wording. */
  readonly isOurs: boolean;
}

/** Questions that the bank does not answer, in any wording: advice, markets, forecasts. */
const NOT_OURS = new RegExp(
  '\\b(?:should i (?:buy|sell|invest)|invest(?:ing|ed)? (?:it|in|my|the)|stocks|stock (?:market|exchange|price|tip)s?|' +
    'shares|crypto|bitcoin|lottery|predict|forecast|will my balance|going to be ' +
    "worth|weather|other customers?|someone else'?s?|other people'?s?|password|" +
    'your instructions|system prompt)\\b',
  'i',
);
/** No question may be about the money of another customer. */
const OF_OTHERS = new RegExp(
  // Somebody who is paid, or who paid, is a payee.
  '\\b(?:(?:his|her|their) (?:accounts?|balances?|savings|money|spending)|' +
    '(?<!\\b(?:from|to|send|sent|give|gave|given|pay|paid|lend|lent) )my ' +
    '(?:neighbou?r|friend|wife|husband|partner|boss|brother|sister|mother|father|' +
    'colleague)s?(?! and (?:i|me)\\b)(?<!\\b(?:i|me) and my [a-z]{4,8}))\\b',
  'i',
);

/**
 * Returns the refusal for a question that this bank does not answer, or null when it may be
 * answered.
 */
export function declineOffTopic(question: string): Answered | null {
  // `My wife wants to know …` asks for the customer.
  const isOfOthers = OF_OTHERS.test(question) && OF_OTHERS.test(question.replace(ASIDES, ' '));
  if (!NOT_OURS.test(question) && !isOfOthers) return null;
  const scopeText = 'The bank answers questions about your own money and about how it works, only.';
  return { ...unanswerable(scopeText, ['What is my balance?']), ask: null, isOurs: false };
}

/** Answers a question that has no customer. */
export function askHelp(question: string, preferred: string | null = null): Answered {
  return declineOffTopic(question) ?? answerFromHelp(question, preferred);
}

/** The section of the help that answers a question, whosever it is. */
export function answerFromHelp(question: string, preferred: string | null = null): Answered {
  return { ...helpAnswer(question, preferred), ask: null, isOurs: true };
}
