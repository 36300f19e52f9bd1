// The catalogue of business events. Each noun declares its events; docs/build/events.md is
// generated from this list. A type is added together with the act that emits it.

import { ACCOUNT_EVENTS } from './account.ts';
import { ALERT_EVENTS } from './alert.ts';
import { ANCHOR_EVENTS } from './anchor.ts';
import { APPROVAL_EVENTS } from './approval.ts';
import { BATCH_EVENTS } from './batch.ts';
import { CUSTOMER_EVENTS } from './customer.ts';
import { AML_EVENTS } from './decisions/aml.ts';
import { CONTEST_EVENTS } from './decisions/contest.ts';
import { CREDIT_EVENTS } from './decisions/credit.ts';
import { KYC_EVENTS } from './decisions/kyc.ts';
import { RISK_EVENTS } from './decisions/risk.ts';
import { SCREENING_EVENTS } from './decisions/screening.ts';
import { DEVELOPER_EVENTS } from './developer.ts';
import { EXCHANGE_EVENTS } from './exchange.ts';
import { EXECUTION_EVENTS } from './execution.ts';
import { HOLD_EVENTS } from './hold.ts';
import { INTENT_EVENTS } from './intent.ts';
import { LIMIT_EVENTS } from './limits.ts';
import { LOG_EVENTS } from './log.ts';
import { LOSS_EVENTS } from './loss.ts';
import { ALARM_EVENTS } from './models/alarm.ts';
import { DEPLOYMENT_EVENTS } from './models/deployment.ts';
import { DRIFT_EVENTS } from './models/drift.ts';
import { INVENTORY_EVENTS } from './models/inventory.ts';
import { MODEL_EVENTS } from './models/model.ts';
import { SCORING_EVENTS } from './models/scoring.ts';
import { TRAINING_EVENTS } from './models/training.ts';
import { OVERDRAFT_EVENTS } from './overdraft.ts';
import { PAYMENT_EVENTS } from './payment-events.ts';
import { SCHEDULE_EVENTS } from './schedule.ts';
import { TRANSACTION_EVENTS } from './transaction.ts';
import { WALLET_EVENTS } from './wallet.ts';
import { WEBHOOK_EVENTS } from './webhook.ts';

export const EVENTS = [
  ...CUSTOMER_EVENTS,
  ...ACCOUNT_EVENTS,
  ...WALLET_EVENTS,
  ...TRANSACTION_EVENTS,
  ...HOLD_EVENTS,
  ...PAYMENT_EVENTS,
  ...LOG_EVENTS,
  ...DEVELOPER_EVENTS,
  ...WEBHOOK_EVENTS,
  ...EXCHANGE_EVENTS,
  ...APPROVAL_EVENTS,
  ...LIMIT_EVENTS,
  ...ALERT_EVENTS,
  ...OVERDRAFT_EVENTS,
  ...SCHEDULE_EVENTS,
  ...ANCHOR_EVENTS,
  ...AML_EVENTS,
  ...INTENT_EVENTS,
  ...EXECUTION_EVENTS,
  ...KYC_EVENTS,
  ...MODEL_EVENTS,
  ...INVENTORY_EVENTS,
  ...ALARM_EVENTS,
  ...CREDIT_EVENTS,
  ...DEPLOYMENT_EVENTS,
  ...DRIFT_EVENTS,
  ...RISK_EVENTS,
  ...TRAINING_EVENTS,
  ...SCORING_EVENTS,
  ...BATCH_EVENTS,
  ...LOSS_EVENTS,
  ...SCREENING_EVENTS,
  ...CONTEST_EVENTS,
] as const;

export type EventType = (typeof EVENTS)[number]['type'];

/** The kinds of objects that events are about. */
export type EventObject = (typeof EVENTS)[number]['object'];

/** The event of a ping. It is sent only to the endpoint that is its object. */
export const TEST_EVENT = 'webhook.test' satisfies EventType;

/**
 * True when a pattern asks for an event of that type: `*` for all, `account.*` for every type that
 * starts with `account.`, otherwise the type itself.
 */
export function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** True when the pattern matches some type: a misspelt pattern would never receive an event. */
export function isEventPattern(pattern: string): boolean {
  return EVENTS.some(({ type }) => matchesPattern(pattern, type));
}
