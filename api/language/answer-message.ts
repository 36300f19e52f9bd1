// One turn of a conversation: answers a message in the context of the earlier messages. Money is
// only ever proposed, as an instruction with a token; every figure comes from the books.

import type { Context } from 'hono';
import { answerFromHelp } from '../../ai/answers/ask-help.ts';
import { moneyText } from '../../ai/answers/flows.ts';
import type { Ask } from '../../ai/answers/understand.ts';
import type { Heard } from '../../ai/conversation/hear.ts';
import { type Asked, composeSentence, type Draft } from '../../ai/conversation/sentence.ts';
import { preferredLanguage } from '../../ai/english/other-languages.ts';
import { type Phrasing, phraseAnswer } from '../../ai/phrasing/phrase.ts';
import { cancelIntent } from '../../db/intents/acts.ts';
import type { IntentRow } from '../../db/intents/view.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, servicesOf } from '../kit/operation.ts';
import { partsOf } from './answer-schema.ts';
import { askBooks } from './books-order.ts';
import type { MessageBody } from './intent-schema.ts';
import { clarificationOf, proposalOf, propose, questionAbout } from './propose.ts';
import { readBesideCommand, readMessage } from './read-message.ts';

/** The context for reading the next message. */
export interface Memory {
  readonly draft?: Draft | null;
  readonly asked?: Asked | null;
  readonly intentId?: string | null;
  /** The earlier message, when it was sent beside the open command. */
  readonly aside?: string | null;
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

export interface TurnInput {
  readonly body: MessageBody;
  readonly memory: Memory;
  readonly conversationId: string;
}

const NO_FIGURES = { figures: [], citations: [], followUps: [] };
const GREETING = new RegExp(
  '^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?|thank ' +
    'you(?: very much)?|cheers|bye|goodbye)[ ,!.]*$',
  'i',
);

/** Reads a message and answers it; writes at most an instruction that waits for its token. */
export async function answerMessage(
  c: Context<AppEnv>,
  deps: Deps,
  talk: TurnInput,
): Promise<Turn> {
  const { body, memory } = talk;
  if (GREETING.test(body.message.trim())) {
    const reply =
      'Ask about your balances, spending and payments, or say what to send to whom. Nothing is ' +
      'sent before you confirm it.';
    return {
      ...turnOf(reply, memory),
      answer: { ...NO_FIGURES, followUps: ['What is my balance?'] },
    };
  }
  const { draft = null, asked = null, aside = null } = memory;
  const open = { open: draft, asked, aside };
  const command = await readBesideCommand(c, deps, body, open);
  switch (command.kind) {
    case 'canceled':
      return withdrawIntent(c, deps, talk);
    case 'agreed':
      return answerAgreement(memory);
    case 'again':
      return turnOf(repeatQuestion(memory), memory);
    case 'other':
      return answerQuestion(c, deps, talk);
    default:
      return answerCommand(c, deps, { ...talk, memory: { ...memory, aside: null } }, command);
  }
}

function turnOf(reply: string, memory: Memory): Turn {
  return { reply, intent: null, row: null, answer: NO_FIGURES, toolCalls: [], memory };
}

async function withdraw(c: Context<AppEnv>, deps: Deps, intentId: string | null | undefined) {
  if (!intentId) return;
  const { tenantId } = developerOf(c);
  // An instruction that was confirmed or expired meanwhile stays as it is.
  await servicesOf(c, deps)
    .ledger.run(cancelIntent, { tenantId, intentId, cause: causeOf(c) })
    .catch(() => undefined);
}

/** Repeats the open question. */
function repeatQuestion({ asked, draft }: Memory): string {
  const text = draft ? `"${composeSentence(draft)}" is open.` : 'Nothing is open.';
  if (!asked) return `There is nothing to go back to. ${text}`;
  return `That was not understood. ${text} ${questionAbout(asked.field)}`;
}

async function withdrawIntent(
  c: Context<AppEnv>,
  deps: Deps,
  { memory }: TurnInput,
): Promise<Turn> {
  if (!memory.intentId && !memory.draft) {
    return turnOf(
      'There is nothing to cancel here: no payment is open, and nothing was sent.',
      memory,
    );
  }
  await withdraw(c, deps, memory.intentId);
  const after = { ...memory, draft: null, asked: null, intentId: null };
  return turnOf('It is withdrawn; nothing was sent.', after);
}

function answerAgreement(memory: Memory): Turn {
  const reply = memory.intentId
    ? 'Words alone send nothing: confirm it with the token of the proposal, at ' +
      `/v1/transactions/ai-intent/${memory.intentId}/confirm.`
    : `That is not complete yet: the ${memory.asked?.field ?? 'amount'} is open.`;
  return turnOf(reply, memory);
}

type ParsedCommand = Extract<Heard, { readonly draft: Draft | null }>;

async function answerCommand(
  c: Context<AppEnv>,
  deps: Deps,
  talk: TurnInput,
  { kind, draft }: ParsedCommand,
): Promise<Turn> {
  const { memory, conversationId } = talk;
  const keepsEarlier = kind === 'second';
  if (!keepsEarlier) await withdraw(c, deps, memory.intentId);
  const isNew = kind === 'command' || draft === null;
  const text = isNew ? talk.body.message : composeSentence(draft);
  const body: MessageBody = { ...talk.body, message: text };
  const read = await readMessage(c, deps, body, !isNew);
  const row = await propose(c, deps, {
    message: body,
    conversationId,
    path: 'conversation',
    requestHash: hashRequest(body),
    read,
  });
  const services = servicesOf(c, deps);
  const proposed = proposalOf(services, deps, row);
  const clarification = clarificationOf(read.answer);
  const isOpen = row.status === 'requires_confirmation';
  const after: Memory = {
    ...memory,
    draft: row.status === 'unsupported' ? null : draft,
    asked: row.status === 'requires_clarification' ? clarification : null,
    intentId: isOpen ? row.id : null,
  };
  const reply = isOpen ? summaryOf(proposed) : (clarification?.question ?? refusalOf(row));
  const earlier = memory.intentId ? earlierProposalNote(keepsEarlier, kind === 'command') : '';
  return {
    reply: `${reply}${earlier}`,
    intent: row.intent,
    row,
    answer: { ...NO_FIGURES, followUps: isOpen ? [] : [...(clarification?.options ?? [])] },
    toolCalls: [{ name: 'prepare_transaction', resultRef: row.id }],
    memory: after,
  };
}

/** States what happens to an earlier proposal. */
function earlierProposalNote(isStanding: boolean, isNew: boolean): string {
  if (isStanding) return ' The proposal before it still stands, with its own token.';
  return isNew ? ' The proposal before it is withdrawn.' : '';
}

function refusalOf({ statusMessage }: IntentRow): string {
  return `That is not possible: ${statusMessage ?? 'the bank refuses it.'}`;
}

function summaryOf({ confirmation, reading }: ReturnType<typeof proposalOf>): string {
  if (!confirmation) return 'It is ready.';
  const { amount, currency, from, to, startDate, frequency } = confirmation.summary;
  const assumed = reading.warnings.includes('currency_of_account_assumed')
    ? ` I took ${currency}, the currency of the account.`
    : '';
  const dateText = startDate === null ? '' : ` on ${startDate}`;
  const rhythm = frequency === null || frequency === 'once' ? '' : `, ${frequency}`;
  const sides = [from && ` from ${from.name}`, to && ` to ${to.name}`].filter(Boolean).join('');
  return (
    `${moneyText(amount, currency)}${sides}${dateText}${rhythm}: nothing is sent until you confirm ` +
    `it.${assumed}`
  );
}

async function answerQuestion(
  c: Context<AppEnv>,
  deps: Deps,
  { body, memory }: TurnInput,
): Promise<Turn> {
  const { tenantId } = developerOf(c);
  const { customerId, message, context } = body;
  const order = { tenantId, customerId, accountIds: [], timezone: context?.timezone ?? 'UTC' };
  const preferred = preferredLanguage(c.req.header('accept-language'));
  const offline = await askBooks(c, deps, order, message, {
    before: memory.ask ?? null,
    preferred,
  });
  const answered = await phraseAnswer(deps.languageModel, {
    question: message,
    offline,
    ask: (question) => askBooks(c, deps, order, question),
    search: async (query) => answerFromHelp(query),
  });
  const isDoc = answered.citations[0]?.type === 'doc';
  const name = isDoc ? 'search_help' : 'read_books';
  const isBookQuestion = answered.isAnswerable && answered.ask !== null && !isDoc;
  return {
    reply: answered.answer,
    intent: answered.ask?.topic ?? null,
    row: null,
    answer: partsOf(answered),
    toolCalls: answered.isAnswerable
      ? [{ name, resultRef: answered.citations[0]?.id ?? null }]
      : [],
    phrasing: answered.phrasing,
    memory: {
      ...memory,
      ask: isBookQuestion ? answered.ask : (memory.ask ?? null),
      aside: message,
    },
  };
}
