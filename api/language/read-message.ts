// Reads the message of a request against the customer's accounts and the contacts of the request.

import type { Context } from 'hono';
import { type ParsedIntent, parseIntent } from '../../ai/intents/parse.ts';
import { findAccount, listAccounts } from '../../db/accounts/reads.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { normalised } from '../../models/features/text-features.ts';
import type { AppEnv, Deps, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { deskOf, developerOf } from '../kit/operation.ts';
import type { MessageBody } from './intent-schema.ts';

const MOST_ACCOUNTS = 100;

/**
 * What a message is read with, before it is read.
 * @throws Problem customer_not_found, account_not_found
 */
export async function parseOrderOf(c: Context<AppEnv>, deps: Deps, body: MessageBody) {
  const { ledger } = deskOf(c, deps);
  const { tenantId } = developerOf(c);
  const { customerId, context = {} } = body;
  if (!(await findCustomer(ledger, tenantId, customerId))) {
    throw atField('customer_not_found', '/customerId', 'No customer has this id.');
  }
  const page = { limit: MOST_ACCOUNTS, startingAfter: null };
  const { data: accounts } = await listAccounts(ledger, { tenantId, customerId, ...page });
  const sourceAccountId = body.sourceAccountId ?? null;
  if (sourceAccountId !== null && !accounts.some(({ id }) => id === sourceAccountId)) {
    const message = 'The customer has no account of this id.';
    throw atField('account_not_found', '/sourceAccountId', message);
  }
  const { intents, card } = await deps.intents.guess(normalised(body.message));
  const parse = {
    message: body.message,
    accounts,
    contacts: (context.recentContacts ?? []).map(({ name, accountId, relationship }) => {
      return { name, accountId: accountId ?? null, relationship: relationship ?? null };
    }),
    sourceAccountId,
    accountBalance: context.accountBalance ?? null,
    timezone: context.timezone ?? 'UTC',
    now: ledger.clock(tenantId),
    intents,
  };
  return { parse, card };
}

/**
 * What the message says, and the names of the customer's accounts by id.
 * @throws Problem customer_not_found, account_not_found
 */
export async function readMessage(c: Context<AppEnv>, deps: Deps, body: MessageBody) {
  const startedAt = performance.now();
  const { parse, card } = await parseOrderOf(c, deps, body);
  const known = await withKnownPayee(deskOf(c, deps), developerOf(c).tenantId, parseIntent(parse));
  return { answer: answerOf(body, known, { card, startedAt }), accounts: parse.accounts };
}

/** A contact's account that this developer does not have is nobody's account. */
async function withKnownPayee(
  { ledger }: Desk,
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

interface Read {
  readonly card: Awaited<ReturnType<Deps['intents']['guess']>>['card'];
  readonly startedAt: number;
}

function answerOf(body: MessageBody, parsed: ParsedIntent, { card, startedAt }: Read) {
  const { isSupported, operation, entities, missing, ambiguities, warnings, spans } = parsed;
  const zone = body.context?.timezone === undefined && entities.date !== null;
  return {
    intent: parsed.intent,
    confidence: parsed.confidence,
    entities: {
      ...entities,
      recipient: entities.recipient && {
        ...entities.recipient,
        candidates: [...entities.recipient.candidates],
      },
    },
    operation,
    missing: [...missing],
    ambiguities: ambiguities.map((one) => ({ ...one, options: [...one.options] })),
    requiresConfirmation: operation !== null && operation.method !== 'GET',
    supported: isSupported,
    warnings: [...warnings, ...(zone ? ['timezone_utc_assumed'] : [])],
    explanation: explanationOf(parsed),
    normalizedMessage: normalised(body.message),
    spans: [...spans],
    degraded: card === null,
    model: card && {
      name: 'intent-parsing' as const,
      version: card.version,
      artifactSha256: card.artifact.sha256,
    },
    latencyMs: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
  };
}

function explanationOf({ isSupported, operation, missing, ambiguities, warnings }: ParsedIntent) {
  if (warnings.includes('language_not_supported')) {
    return 'The message is not in English, the only language that is supported.';
  }
  if (!isSupported) return 'No operation of this bank does what the message asks for.';
  if (operation) return 'Every word of the message has its place in the operation.';
  const open = [...missing, ...ambiguities.map(({ code }) => code)];
  return `Nothing is proposed while this is open: ${[...new Set(open)].join(', ')}.`;
}

type Code = ConstructorParameters<typeof Problem>[0];

function atField(code: Code, pointer: string, message: string): Problem {
  return new Problem(code, message, { errors: [{ pointer, code, message }] });
}
