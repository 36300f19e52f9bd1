// An instruction in plain language as the API and the events show it.

import { exponentOf } from '../../ledger/currency.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { intentSteps, intents } from './tables.ts';

export type IntentRow = typeof intents.$inferSelect;
export type IntentStepRow = typeof intentSteps.$inferSelect;

/** The request that is carried out when an instruction is confirmed. */
export interface IntentRequest {
  readonly method: 'POST';
  /** Below `/v1`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The wire form. An instruction past its expiry is expired from that moment on, whether or not an
 * act has written that yet.
 * @param now milliseconds since 1970 UTC
 */
export function intentView(row: IntentRow, livemode: boolean, now: number) {
  const isExpired = row.status === 'requires_confirmation' && (row.expiresAt ?? 0) <= now;
  return {
    id: row.id,
    object: 'intent' as const,
    livemode,
    customerId: row.customerId,
    conversationId: row.conversationId,
    status: isExpired ? ('expired' as const) : row.status,
    statusReason:
      row.statusCode === null
        ? null
        : { code: row.statusCode, message: row.statusMessage ?? row.statusCode },
    message: row.message,
    intent: row.intent,
    operation: requestOf(row),
    amount: row.amount,
    currency: row.currency,
    currencyExponent: row.currency === null ? null : exponentOf(row.currency),
    sourceAccountId: row.sourceAccountId,
    destinationAccountId: row.destinationAccountId,
    transactionId: row.transactionId,
    scheduleId: row.scheduleId,
    expiresAt: timestamp(row.expiresAt),
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type IntentView = ReturnType<typeof intentView>;

/** The request that a confirmation carries out; null when there is none. */
export function requestOf({ operation }: Pick<IntentRow, 'operation'>): IntentRequest | null {
  return operation === null ? null : (JSON.parse(operation) as IntentRequest);
}

export function intentStep({ status, at, actor, reason }: IntentStepRow) {
  return { status, at: timestamp(at), actor, reason };
}
