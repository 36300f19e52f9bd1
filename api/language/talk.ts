// One turn of a conversation: what the message asks for, in the light of those before it. Money is
// only ever proposed, as an instruction with a token; every figure comes from the books.

import type { Context } from 'hono';
import { answerFromHelp } from '../../ai/answers/ask-help.ts';
import { moneyText } from '../../ai/answers/flows.ts';
import type { Ask } from '../../ai/answers/understand.ts';
import { type Asked, composeSentence, type Draft } from '../../ai/conversation/sentence.ts';
import { type Phrasing, phraseAnswer } from '../../ai/phrasing/phrase.ts';
import type { IntentRow } from '../../db/intents/view.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { causeOf, requestHash } from '../kit/idempotency.ts';
import { deskOf, developerOf } from '../kit/operation.ts';
import { partsOf } from './answer-schema.ts';
import { askBooks } from './books-order.ts';
import type { MessageBody } from './intent-schema.ts';
import { answerIntent, clarificationOf, propose } from './propose.ts';
import { readBesideCommand, readMessage } from './read-message.ts';

/** What the next message is read with. */
export interface Memory {
  readonly draft?: Draft | null;
  readonly asked?: Asked | null;
  readonly intentId?: string | null;
  readonly ask?: Ask | null;
  readonly context?: MessageBody['context'];
  readonly sourceAccountId?: string | undefined;
}

export interface Turn {
  readonly reply: string;
  readonly intent: string | null;
  readonly row: IntentRow | null;
  readonly answer: ReturnType<typeof partsOf>;
  readonly toolCalls: readonly { readonly name: string; readonly resultRef: string | null }[];
  readonly memory: Memory;
  /** Left out: no language model was asked. */
  readonly phrasing?: Phrasing;
}

export interface Talk {
  readonly body: MessageBody;
  readonly memory: Memory;
  readonly conversationId: string;
}

const NOTHING = { figures: [], citations: [], followUps: [] };
const GREETING = new RegExp(
  '^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?|thank ' +
    'you(?: very much)?|cheers|bye|goodbye)[ ,!.]*$',
  'i',
);

const COMMAND = /^(?:please |can you |could you )?(?:send|pay|transfer|move|wire|give)\b/i;
const UNCLEAR =
  'I cannot prepare that: say one amount and one payee, such as "Send 20 euros to Maria". ' +
  'Nothing was sent.';

/** Reads a message and answers it; writes at most an instruction that waits for its token. */
export async function talk(c: Context<AppEnv>, deps: Deps, given: Talk): Promise<Turn> {
  const { body, memory } = given;
  if (GREETING.test(body.message.trim())) {
    const reply =
      'Ask about your balances, spending and payments, or say what to send to whom. Nothing is ' +
      'sent before you confirm it.';
    return { ...speak(reply, memory), answer: { ...NOTHING, followUps: ['What is my balance?'] } };
  }
  const open = { open: memory.draft ?? null, asked: memory.asked ?? null };
  const heard = await readBesideCommand(c, deps, body, open);
  if (heard.kind === 'command' || heard.kind === 'changed') {
    return proposal(c, deps, given, heard.draft);
  }
  if (heard.kind === 'canceled') return withdrawIntent(c, deps, given);
  if (heard.kind === 'agreed') return answerAgreement(memory);
  // A command that cannot be read is no question: a figure would be no answer to it.
  if (COMMAND.test(body.message.trim())) return speak(UNCLEAR, memory);
  return question(c, deps, given);
}

function speak(reply: string, memory: Memory): Turn {
  return { reply, intent: null, row: null, answer: NOTHING, toolCalls: [], memory };
}

async function withdraw(c: Context<AppEnv>, deps: Deps, intentId: string | null | undefined) {
  if (!intentId) return;
  const { tenantId } = developerOf(c);
  // What was confirmed or ran out meanwhile stays as it is.
  await deskOf(c, deps)
    .ledger.intents.cancel({ tenantId, intentId, cause: causeOf(c) })
    .catch(() => undefined);
}

async function withdrawIntent(c: Context<AppEnv>, deps: Deps, { memory }: Talk): Promise<Turn> {
  await withdraw(c, deps, memory.intentId);
  const after = { ...memory, draft: null, asked: null, intentId: null };
  return speak('It is withdrawn; nothing was sent.', after);
}

function answerAgreement(memory: Memory): Turn {
  const reply = memory.intentId
    ? 'Words alone send nothing: confirm it with the token of the proposal, at ' +
      `/v1/transactions/ai-intent/${memory.intentId}/confirm.`
    : `That is not complete yet: the ${memory.asked?.field ?? 'amount'} is open.`;
  return speak(reply, memory);
}

async function proposal(c: Context<AppEnv>, deps: Deps, given: Talk, draft: Draft): Promise<Turn> {
  const { memory, conversationId } = given;
  await withdraw(c, deps, memory.intentId);
  const body: MessageBody = { ...given.body, message: composeSentence(draft) };
  const read = await readMessage(c, deps, body);
  const row = await propose(c, deps, {
    message: body,
    conversationId,
    path: 'conversation',
    requestHash: requestHash(body),
    read,
  });
  const desk = deskOf(c, deps);
  const shown = answerIntent(desk, deps, row);
  const clarification = clarificationOf(read.answer);
  const isOpen = row.status === 'requires_confirmation';
  const after: Memory = {
    ...memory,
    draft: isOpen || row.status === 'requires_clarification' ? draft : null,
    asked: row.status === 'requires_clarification' ? clarification : null,
    intentId: isOpen ? row.id : null,
  };
  return {
    reply: isOpen ? summaryOf(shown) : (clarification?.question ?? refusalOf(row)),
    intent: row.intent,
    row,
    answer: { ...NOTHING, followUps: isOpen ? [] : [...(clarification?.options ?? [])] },
    toolCalls: [{ name: 'prepare_transaction', resultRef: row.id }],
    memory: after,
  };
}

function refusalOf({ statusMessage }: IntentRow): string {
  return `That is not possible: ${statusMessage ?? 'the bank refuses it.'}`;
}

function summaryOf({ confirmation, warnings }: ReturnType<typeof answerIntent>): string {
  if (!confirmation) return 'It is ready.';
  const { amount, currency, from, to, startDate, frequency } = confirmation.summary;
  const assumed = warnings.includes('currency_of_account_assumed')
    ? ` I took ${currency}, the currency of the account.`
    : '';
  const when = startDate === null ? '' : ` on ${startDate}`;
  const rhythm = frequency === null || frequency === 'once' ? '' : `, ${frequency}`;
  const sides = [from && ` from ${from.name}`, to && ` to ${to.name}`].filter(Boolean).join('');
  return (
    `${moneyText(amount, currency)}${sides}${when}${rhythm}: nothing is sent until you confirm ` +
    `it.${assumed}`
  );
}

async function question(c: Context<AppEnv>, deps: Deps, { body, memory }: Talk): Promise<Turn> {
  const { tenantId } = developerOf(c);
  const { customerId, message, context } = body;
  const order = { tenantId, customerId, accountIds: [], timezone: context?.timezone ?? 'UTC' };
  const offline = await askBooks(c, deps, order, message, { before: memory.ask ?? null });
  const answered = await phraseAnswer(deps.languageModel, {
    question: message,
    offline,
    ask: (asked) => askBooks(c, deps, order, asked),
    search: async (query) => answerFromHelp(query),
  });
  const isDoc = answered.citations[0]?.type === 'doc';
  const name = isDoc ? 'search_help' : 'read_books';
  const isAsk = answered.isAnswerable && answered.ask !== null && !isDoc;
  return {
    reply: answered.answer,
    intent: answered.ask?.topic ?? null,
    row: null,
    answer: partsOf(answered),
    toolCalls: answered.isAnswerable
      ? [{ name, resultRef: answered.citations[0]?.id ?? null }]
      : [],
    phrasing: answered.phrasing,
    memory: { ...memory, ask: isAsk ? answered.ask : (memory.ask ?? null) },
  };
}
