// The 77 questions of the model's head `question`, with the operation of this API that answers
// each; and the intents of the rules for questions about money.

import type { Lexicon } from '../answers/lexicon.ts';
import { type Topic, understand } from '../answers/understand.ts';
import { CLOSING, OPENING, TURN } from '../english/topics.ts';
import type { INTENT_LABELS } from './catalogue.ts';

type Intent = (typeof INTENT_LABELS)[number];

/**
 * Topics that ask for an operation, with their intent of the catalogue. All other topics are
 * questions only.
 */
const OF_TOPICS: Readonly<Record<string, Intent>> = {
  cancel_transfer: 'cancel_transaction',
  terminate_account: 'close_account',
  edit_personal_details: 'update_details',
  verify_my_identity: 'verify_identity',
  exchange_rate: 'exchange_rate_inquiry',
  pending_transfer: 'transaction_status',
  pending_card_payment: 'transaction_status',
  pending_cash_withdrawal: 'transaction_status',
  pending_top_up: 'transaction_status',
  transfer_not_received_by_recipient: 'transaction_status',
  balance_not_updated_after_bank_transfer: 'transaction_status',
  balance_not_updated_after_cheque_or_cash_deposit: 'transaction_status',
  change_pin: 'pin_change',
  compromised_card: 'report_fraud',
  lost_or_stolen_card: 'report_fraud',
  card_payment_not_recognised: 'report_fraud',
  cash_withdrawal_not_recognised: 'report_fraud',
  direct_debit_payment_not_recognised: 'report_fraud',
};
/** Returns the intent of a topic, or null when the topic is only a question. */
export function intentOfTopic(topic: string): string | null {
  return Object.hasOwn(OF_TOPICS, topic) ? (OF_TOPICS[topic] ?? null) : null;
}

const OF_QUESTIONS: Readonly<Partial<Record<Topic, Intent>>> = {
  balance: 'balance_inquiry',
  held: 'list_holds',
  limits: 'show_limits',
  overdraft: 'show_overdraft',
  accounts: 'list_accounts',
  upcoming: 'list_schedules',
  rate: 'exchange_rate_inquiry',
};

/**
 * Returns the intent of a question in which the rules of questions understand every word, or null
 * when there is none. Words before the question (`sounds good`, `not now`) are ignored: a question
 * moves nothing.
 */
export function intentOfQuestion(
  message: string,
  accounts: Lexicon['accounts'],
  at: { readonly now: number; readonly timezone: string },
): string | null {
  for (const question of questionsIn(message)) {
    const understood = understand(
      question,
      { accounts, categories: [], parties: [], incomes: [] },
      at,
    );
    if (understood === null || understood.left.length + understood.unclear.length > 0) continue;
    const intent = OF_QUESTIONS[understood.topic];
    if (intent !== undefined) return intent;
  }
  return null;
}

/** Returns the message, and its rest after each punctuation mark or turn, without courtesies. */
function questionsIn(message: string): string[] {
  const text = message.replace(CLOSING, '').trim();
  const starts = [...text.matchAll(TURN)].map(
    ({ index, 0: matchText }) => index + matchText.length,
  );
  const parts = [0, ...starts.slice(-MOST_TURNS)].map((start) => text.slice(start));
  const bare = parts.map((part) => part.replace(OPENING, ''));
  return [...new Set([message, ...bare])].filter((part) => part !== '');
}

const MOST_TURNS = 8;
