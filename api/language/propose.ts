// Turns the reading of a message into a recorded instruction, with the dry run of its operation and
// its initial state. Moves no money.

import type { Context } from 'hono';
import { type IntentOrder, recordIntent } from '../../db/intents/acts.ts';
import { findIntentRow } from '../../db/intents/reads.ts';
import { type IntentRequest, type IntentRow, intentView } from '../../db/intents/view.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import { previewTransaction } from '../../db/money/calls.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, servicesOf } from '../kit/operation.ts';
import { createTransactionDraft } from '../transactions/create.ts';
import { transactionCreateSchema } from '../transactions/create-schema.ts';
import { dryRunAnswer } from '../transactions/dry-run.ts';
import { confirmationOf } from './confirmation.ts';
import type { MessageBody } from './intent-schema.ts';
import { readMessage } from './read-message.ts';
import { showIntent } from './shown-intent.ts';

type ReadMessage = Awaited<ReturnType<typeof readMessage>>;
type Reading = ReadMessage['answer'];
/** The stored part of a reading, with the names of its accounts. */
type StoredReading = Reading & { readonly names: Readonly<Record<string, string>> };

/** Refusals of today that say nothing about the day of a scheduled transfer. */
const TEMPORARY_REFUSALS: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'overdraft_limit_exceeded',
  'limit_exceeded',
]);
const CONFIRMABLE: ReadonlySet<string> = new Set([
  'transfer',
  'deposit',
  'withdrawal',
  'schedule_transfer',
]);

export interface ProposalInput {
  readonly message: MessageBody;
  readonly conversationId: string | null;
  /** Names the path of the request, which its key is bound to. */
  readonly path: string;
  readonly requestHash: Buffer;
  /** The interpretation of the message; the message is read here when omitted. */
  readonly read?: ReadMessage;
}

/** The request that would be sent for a transfer now, also where it is to run on a later day. */
function transferOf(body: Readonly<Record<string, unknown>>) {
  const { amount, currency, sourceAccountId, destinationAccountId, description } = body;
  const { type = 'transfer', externalParty, effectiveDate } = body;
  const sides = { sourceAccountId, destinationAccountId, externalParty };
  const terms = { type, amount, currency, ...sides, description, effectiveDate };
  return transactionCreateSchema.parse(terms);
}

/** The dry run of an operation, or the refusal before it. */
async function previewOperation(
  services: Services,
  tenantId: string,
  request: IntentRequest,
  cause: Cause,
) {
  const body = transferOf(request.body);
  const draft = createTransactionDraft(body, tenantId, hashRequest(body), cause);
  try {
    return dryRunAnswer(await services.ledger.run(previewTransaction, draft));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function decideState(
  services: Services,
  reading: Reading,
  preview: ReturnType<typeof dryRunAnswer> | null,
): Pick<IntentOrder, 'status' | 'reason'> {
  const reason = (code: string, message: string) => ({ code, message });
  if (!reading.supported || !CONFIRMABLE.has(reading.intent)) {
    const statusReason = reason('intent_unsupported', reading.explanation);
    return { status: 'unsupported', reason: statusReason };
  }
  const request = reading.operation;
  if (!request) {
    return {
      status: 'requires_clarification',
      reason: reason('intent_ambiguous', reading.explanation),
    };
  }
  const isOutside = reading.intent === 'deposit' || reading.intent === 'withdrawal';
  if (services.ledger.livemode && isOutside && request.body?.externalParty === undefined) {
    const message = `A ${reading.intent} in production names its externalParty: send it directly.`;
    return { status: 'refused', reason: reason('external_party_required', message) };
  }
  if (!preview) {
    const message = 'The accounts of the instruction do not take this transaction.';
    return { status: 'refused', reason: reason('intent_refused', message) };
  }
  const { rejection } = preview;
  const isLater =
    reading.intent === 'schedule_transfer' || request.body?.effectiveDate !== undefined;
  if (rejection && !(isLater && TEMPORARY_REFUSALS.has(rejection.code))) {
    return { status: 'refused', reason: reason(rejection.code, rejection.message) };
  }
  return { status: 'requires_confirmation', reason: null };
}

/** Reads a message and records its instruction. The same key returns the same instruction. */
export async function propose(c: Context<AppEnv>, deps: Deps, input: ProposalInput) {
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { message, conversationId, path: operation } = input;
  const read = input.read ?? (await readMessage(c, deps, message));
  const reading = read.answer;
  const cause = causeOf(c);
  const isMoney = reading.operation !== null && CONFIRMABLE.has(reading.intent);
  const request = isMoney ? (reading.operation as unknown as IntentRequest) : null;
  const preview = request && (await previewOperation(services, tenantId, request, cause));
  const { amount, currency } = reading.entities;
  const body = request?.body as Record<string, string | undefined> | undefined;
  const recorded = await services.ledger.run(recordIntent, {
    tenantId,
    customerId: message.customerId,
    conversationId,
    message: message.message,
    intent: reading.intent,
    reading: { ...reading, names: namesOf(read) } satisfies StoredReading,
    preview,
    proposal:
      request && amount !== null && currency !== null
        ? {
            request,
            amount,
            currency,
            sourceAccountId: body?.sourceAccountId ?? null,
            destinationAccountId: body?.destinationAccountId ?? null,
          }
        : null,
    ...decideState(services, reading, preview),
    operation,
    requestHash: input.requestHash,
    cause,
  });
  if (recorded.replayed) c.header('Idempotency-Replayed', 'true');
  const row = await findIntentRow(services.ledger, tenantId, recorded.id);
  if (!row) throw new Problem('intent_not_found');
  return row;
}

/** Returns the names that the customer, or the contact, gives to the accounts of the operation. */
function namesOf({ answer, accounts }: ReadMessage): Record<string, string> {
  const { recipient } = answer.entities;
  const recipientName = recipient?.accountId ? [[recipient.accountId, recipient.name]] : [];
  const accountNames = accounts.map(({ id, name }) => [id, name]);
  const used = JSON.stringify(answer.operation?.body ?? {});
  return Object.fromEntries(
    [...accountNames, ...recipientName].filter(([id = '']) => used.includes(id)),
  );
}

/** The interpretation and the present state of an instruction, with its token while it waits. */
export function proposalOf(services: Services, deps: Deps, row: IntentRow) {
  const { names, ...reading } = JSON.parse(row.reading) as StoredReading;
  const view = intentView(row, services.ledger.livemode, services.ledger.clock(row.tenantId));
  const accountNames = { nameOf: (id: string) => names[id] ?? id };
  const isOpen = view.status === 'requires_confirmation';
  return {
    reading,
    view,
    confirmation: isOpen ? confirmationOf(deps.seal, row, accountNames) : null,
  };
}

/** The answer about an instruction, with what a person is shown of its payment. */
export function answerIntent(services: Services, deps: Deps, row: IntentRow) {
  const { reading, view, confirmation } = proposalOf(services, deps, row);
  return {
    ...reading,
    ...view,
    intentId: row.id,
    preview:
      row.preview === null ? null : (JSON.parse(row.preview) as ReturnType<typeof dryRunAnswer>),
    confirmation,
    payment: view.status === 'requires_confirmation' ? showIntent(services.ledger, row) : null,
    clarification: view.status === 'requires_clarification' ? clarificationOf(reading) : null,
    transaction: null,
  };
}

const QUESTIONS: Readonly<Record<string, string>> = {
  amount: 'How much is to be moved?',
  recipient: 'Who is to be paid?',
  'recipient.accountId': 'Which account does the payee have at this bank?',
  currency: 'In which currency?',
  date: 'On which day does it begin?',
  message: 'What should be done?',
  sourceAccountId: 'From which account?',
  destinationAccountId: 'To which account?',
};

/** The question about the first open slot. */
export function clarificationOf({
  ambiguities,
  missing,
}: Pick<Reading, 'ambiguities' | 'missing'>) {
  const [ambiguity] = ambiguities;
  if (ambiguity) {
    const { field, question, options } = ambiguity;
    return { field, question, options: [...options] };
  }
  const [field] = missing;
  if (field === undefined) return null;
  return { field, question: questionAbout(field), options: [] };
}

/** The question about a slot that is open. */
export function questionAbout(field: string): string {
  return QUESTIONS[field] ?? `What is the ${field}?`;
}
