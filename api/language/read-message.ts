// Reads the message of a request against the customer's accounts and the contacts of the request.

import type { Context } from 'hono';
import { accountsOf } from '../../ai/answers/open-books.ts';
import type { Heard, HearOrder } from '../../ai/conversation/hear.ts';
import { foreignAnswer, preferredLanguage } from '../../ai/english/other-languages.ts';
import type { ReadMessage } from '../../ai/intents/judge.ts';
import type { ParsedIntent } from '../../ai/intents/parse.ts';
import { findAccount } from '../../db/accounts/reads.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { fileOf } from '../../db/kernel/read-only.ts';
import { normaliseMessage } from '../../models/features/text-features.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { developerOf, servicesOf } from '../kit/operation.ts';
import type { MessageBody } from './intent-schema.ts';

/**
 * Reads a message beside an open command by its words alone, without the customer's accounts and
 * the intent model.
 * @throws Problem account_not_found, concurrency_limited
 */
export async function readBesideCommand(
  c: Context<AppEnv>,
  deps: Deps,
  body: MessageBody,
  open: Pick<HearOrder, 'open' | 'asked' | 'aside'>,
): Promise<Heard> {
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const accounts = (await requireAccounts(ledger, tenantId, body)).map(({ name, type }) => {
    return { name, type };
  });
  const order = { ...wordsOf(body, ledger.clock(tenantId)), ...open, accounts };
  return requireAnswer(
    await deps.words.hear({ file: fileOf(ledger.database), owner: tenantId }, order),
  );
}

/** @throws Problem concurrency_limited when too many messages wait */
function requireAnswer<T>(answer: T | null): T {
  if (answer !== null) return answer;
  throw new Problem('concurrency_limited', 'Too many messages wait: try again in some seconds.');
}

function wordsOf({ message, context = {} }: MessageBody, now: number) {
  const contacts = (context.recentContacts ?? []).map((contact) => {
    const { name, accountId = null, relationship = null, externalParty = null } = contact;
    return { name, accountId, relationship, externalParty };
  });
  return { message, contacts, timezone: context.timezone ?? 'UTC', now };
}

/** All accounts of the customer; the one that the request names has to be one of them. */
async function requireAccounts(ledger: Services['ledger'], tenantId: string, body: MessageBody) {
  const { customerId, sourceAccountId } = body;
  const accounts = await accountsOf(ledger, { tenantId, customerId, accountIds: [] });
  if (sourceAccountId === undefined || accounts.some(({ id }) => id === sourceAccountId)) {
    return accounts;
  }
  const message = 'The customer has no account of this id.';
  throw fieldProblem('account_not_found', '/sourceAccountId', message);
}

/** Returns the input for reading a message. */
async function buildReadOrder(c: Context<AppEnv>, deps: Deps, body: MessageBody) {
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  if (!(await findCustomer(ledger, tenantId, body.customerId))) {
    throw fieldProblem('customer_not_found', '/customerId', 'No customer has this id.');
  }
  const accounts = await requireAccounts(ledger, tenantId, body);
  return {
    ...wordsOf(body, ledger.clock(tenantId)),
    accounts: accounts.map(({ id, name, type, currency, status }) => {
      return { id, name, type, currency, status };
    }),
    sourceAccountId: body.sourceAccountId ?? null,
    accountBalance: body.context?.accountBalance ?? null,
  };
}

/**
 * Returns the reading of the message, and the names of the customer's accounts by id.
 * @param isCommand true to read its slots as those of a command that is being filled, whatever the
 * model says
 * @throws Problem customer_not_found, account_not_found, concurrency_limited
 */
export async function readMessage(
  c: Context<AppEnv>,
  deps: Deps,
  body: MessageBody,
  isCommand = false,
) {
  const startedAt = performance.now();
  const order = { ...(await buildReadOrder(c, deps, body)), isCommand };
  const services = servicesOf(c, deps);
  const beside = { file: fileOf(services.ledger.database), owner: developerOf(c).tenantId };
  const { parsed, model } = requireAnswer(await deps.intents.read(beside, order));
  const acceptLanguage = c.req.header('accept-language');
  const intent = await dropUnknownPayee(services, developerOf(c).tenantId, parsed);
  return {
    answer: answerOf(body, intent, { model, startedAt, acceptLanguage }),
    accounts: order.accounts,
  };
}

/** A contact's account is ignored when this developer does not have it. */
async function dropUnknownPayee(
  { ledger }: Services,
  tenantId: string,
  parsed: ParsedIntent,
): Promise<ParsedIntent> {
  const { recipient } = parsed.entities;
  if (!recipient || recipient.accountId === null) return parsed;
  if (await findAccount(ledger, tenantId, recipient.accountId)) return parsed;
  return {
    ...parsed,
    entities: { ...parsed.entities, recipient: { ...recipient, accountId: null } },
    operation: null,
    missing: [...parsed.missing, 'recipient.accountId'],
    warnings: [...parsed.warnings, 'contact_account_not_found'],
  };
}

interface ReadingContext {
  readonly acceptLanguage: string | undefined;
  readonly model: ReadMessage['model'];
  readonly startedAt: number;
}

function answerOf(
  body: MessageBody,
  parsed: ParsedIntent,
  { model, startedAt, acceptLanguage }: ReadingContext,
) {
  const { isSupported, operation, entities, missing, ambiguities, warnings, spans } = parsed;
  const assumesUtc = body.context?.timezone === undefined && entities.date !== null;
  return {
    intent: parsed.intent,
    confidence: parsed.confidence,
    topic: parsed.topic && {
      name: parsed.topic.label,
      probability: Math.round(parsed.topic.probability * 10_000) / 10_000,
    },
    entities: {
      ...entities,
      recipient: entities.recipient && {
        ...entities.recipient,
        candidates: [...entities.recipient.candidates],
      },
    },
    operation,
    missing: [...missing],
    ambiguities: ambiguities.map((ambiguity) => ({
      ...ambiguity,
      options: [...ambiguity.options],
    })),
    requiresConfirmation: operation !== null && operation.method !== 'GET',
    supported: isSupported,
    warnings: [...warnings, ...(assumesUtc ? ['timezone_utc_assumed'] : [])],
    explanation: explanationOf(parsed, body.message, acceptLanguage),
    normalizedMessage: normaliseMessage(body.message),
    spans: [...spans],
    degraded: model === null,
    model: model && {
      name: 'intent-parsing' as const,
      version: model.version,
      artifactSha256: model.sha256,
    },
    latencyMs: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
  };
}

function explanationOf(
  parsed: ParsedIntent,
  message: string,
  acceptLanguage: string | undefined,
): string {
  const { isSupported, operation, missing, ambiguities, warnings } = parsed;
  if (warnings.includes('language_not_supported')) {
    return foreignAnswer(message, parsed.language ?? preferredLanguage(acceptLanguage));
  }
  if (!isSupported) return 'This bank has no operation for this message.';
  if (operation) return 'Every word of the message has its place in the operation.';
  const open = [...missing, ...ambiguities.map(({ code }) => code)];
  return `Nothing is proposed while this is open: ${[...new Set(open)].join(', ')}.`;
}
