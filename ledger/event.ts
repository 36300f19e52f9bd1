// The names of the business events that this engine writes. A name is added together with the
// act that emits it; docs/events.md is generated from this list.

import { BATCH_EVENTS } from './batch.ts';
import { AML_EVENTS } from './decisions/aml.ts';
import { CREDIT_EVENTS } from './decisions/credit.ts';
import { KYC_EVENTS } from './decisions/kyc.ts';
import { RISK_EVENTS } from './decisions/risk.ts';
import { SCREENING_EVENTS } from './decisions/screening.ts';
import { EXECUTION_EVENTS } from './execution.ts';
import { INTENT_EVENTS } from './intent.ts';
import { LOSS_EVENTS } from './loss.ts';
import { ALARM_EVENTS } from './models/alarm.ts';
import { DEPLOYMENT_EVENTS } from './models/deployment.ts';
import { DRIFT_EVENTS } from './models/drift.ts';
import { INVENTORY_EVENTS } from './models/inventory.ts';
import { MODEL_EVENTS } from './models/model.ts';
import { SCORING_EVENTS } from './models/scoring.ts';
import { TRAINING_EVENTS } from './models/training.ts';

export const EVENTS = [
  { type: 'customer.created', object: 'customer', when: 'A customer was created.' },
  { type: 'customer.updated', object: 'customer', when: 'Fields of a customer changed.' },
  {
    type: 'customer.kyc.pending',
    object: 'customer',
    when: 'The identity is being checked.',
  },
  {
    type: 'customer.kyc.awaiting_documents',
    object: 'customer',
    when: 'The verification needs documents.',
  },
  {
    type: 'customer.kyc.manual_review',
    object: 'customer',
    when: 'A person looks at the identity.',
  },
  { type: 'customer.kyc.verified', object: 'customer', when: 'The identity is verified.' },
  {
    type: 'customer.kyc.expired',
    object: 'customer',
    when: 'A verified identity is due to be assessed again.',
  },
  { type: 'customer.kyc.denied', object: 'customer', when: 'The verification was refused.' },
  {
    type: 'customer.erased',
    object: 'customer',
    when: 'What the bank held about the customer was erased; earlier events show ids only.',
  },
  {
    type: 'customer.mfa.enabled',
    object: 'customer',
    when: 'A second factor of the customer counts from now on.',
  },
  {
    type: 'customer.mfa.disabled',
    object: 'customer',
    when: 'The second factor of the customer counts no more.',
  },
  {
    type: 'customer.passkey.added',
    object: 'customer',
    when: 'The customer set up a passkey.',
  },
  {
    type: 'customer.passkey.removed',
    object: 'customer',
    when: 'A passkey of the customer counts no more.',
  },
  { type: 'account.created', object: 'account', when: 'An account was opened.' },
  { type: 'account.activated', object: 'account', when: 'The account can move money.' },
  { type: 'account.frozen', object: 'account', when: 'Debits are blocked.' },
  { type: 'account.unfrozen', object: 'account', when: 'Debits are allowed again.' },
  { type: 'account.dormant', object: 'account', when: 'It was not used for long: debits rest.' },
  { type: 'account.reactivated', object: 'account', when: 'A dormant account is awake again.' },
  { type: 'account.closed', object: 'account', when: 'The account is closed for good.' },
  { type: 'account.rejected', object: 'account', when: 'It was refused before it was active.' },
  { type: 'account.updated', object: 'account', when: 'Name or metadata changed.' },
  { type: 'wallet.created', object: 'wallet', when: 'A wallet was opened with its accounts.' },
  { type: 'wallet.updated', object: 'wallet', when: 'A wallet got another currency.' },
  { type: 'transaction.created', object: 'transaction', when: 'A transaction was accepted.' },
  {
    type: 'transaction.requires_confirmation',
    object: 'transaction',
    when: 'Its customer has to confirm it with the second factor.',
  },
  {
    type: 'transaction.pending_approval',
    object: 'transaction',
    when: 'Authorised; waits for a second person.',
  },
  {
    type: 'transaction.pending_review',
    object: 'transaction',
    when: 'Its money is held; a person looks at its risk.',
  },
  {
    type: 'transaction.pending',
    object: 'transaction',
    when: 'Authorised; waits for capture or for its network.',
  },
  {
    type: 'transaction.submitted',
    object: 'transaction',
    when: 'Its payment network has taken it, and settles it later.',
  },
  {
    type: 'transaction.returned',
    object: 'transaction',
    when: 'Its payment network sent it back; `rail.returnCode` says why.',
  },
  {
    type: 'transaction.written_off',
    object: 'transaction',
    when: 'The bank bears what a payment network took back and no account could give.',
  },
  { type: 'transaction.updated', object: 'transaction', when: 'Its metadata changed.' },
  { type: 'transaction.posted', object: 'transaction', when: 'Booked in the journal.' },
  { type: 'transaction.captured', object: 'transaction', when: 'Its hold was captured.' },
  { type: 'transaction.declined', object: 'transaction', when: 'The bank said no.' },
  { type: 'transaction.failed', object: 'transaction', when: 'A technical fault ended it.' },
  { type: 'transaction.canceled', object: 'transaction', when: 'Stopped before it was booked.' },
  { type: 'transaction.reversed', object: 'transaction', when: 'All of it was reversed.' },
  {
    type: 'transaction.partially_reversed',
    object: 'transaction',
    when: 'Part of it was reversed.',
  },
  { type: 'transaction.expired', object: 'transaction', when: 'Its hold ran out.' },
  { type: 'hold.placed', object: 'hold', when: 'Money of an account was set aside.' },
  { type: 'hold.captured', object: 'hold', when: 'All or part of it was booked, the rest freed.' },
  { type: 'hold.released', object: 'hold', when: 'It was freed and nothing was booked.' },
  { type: 'hold.expired', object: 'hold', when: 'Its time ran out and it was freed.' },
  { type: 'payment.created', object: 'payment', when: 'A payment was accepted.' },
  {
    type: 'payment.requires_confirmation',
    object: 'payment',
    when: 'Its payer has to confirm it.',
  },
  { type: 'payment.pending_review', object: 'payment', when: 'A person looks at its risk.' },
  { type: 'payment.pending_approval', object: 'payment', when: 'A second person has to agree.' },
  {
    type: 'payment.authorized',
    object: 'payment',
    when: 'Its money is held and waits for the capture.',
  },
  {
    type: 'payment.processing',
    object: 'payment',
    when: 'Its money is held and is on its way to its network.',
  },
  {
    type: 'payment.submitted',
    object: 'payment',
    when: 'Its payment network has taken it, and settles it later.',
  },
  {
    type: 'payment.returned',
    object: 'payment',
    when: 'Its payment network sent it back; the event of its new state goes before.',
  },
  { type: 'payment.completed', object: 'payment', when: 'It was booked.' },
  { type: 'payment.partially_refunded', object: 'payment', when: 'Part of it went back.' },
  { type: 'payment.refunded', object: 'payment', when: 'All of it went back.' },
  { type: 'payment.declined', object: 'payment', when: 'The bank said no.' },
  { type: 'payment.failed', object: 'payment', when: 'A technical fault ended it.' },
  { type: 'payment.canceled', object: 'payment', when: 'It was stopped before it was booked.' },
  { type: 'payment.expired', object: 'payment', when: 'Its hold ran out.' },
  { type: 'leaf.erased', object: 'blockchain_record', when: 'The content of a leaf is gone.' },
  { type: 'checkpoint.signed', object: 'checkpoint', when: 'Your postings became provable.' },
  { type: 'developer.approved', object: 'developer', when: 'Production is open to you.' },
  { type: 'developer.rejected', object: 'developer', when: 'The application was refused.' },
  { type: 'api_key.created', object: 'api_key', when: 'Another API key was made.' },
  { type: 'api_key.rotated', object: 'api_key', when: 'Another key replaces this one.' },
  { type: 'api_key.revoked', object: 'api_key', when: 'An API key works no more.' },
  { type: 'webhook.endpoint.created', object: 'webhook_endpoint', when: 'It was added.' },
  { type: 'webhook.endpoint.updated', object: 'webhook_endpoint', when: 'A setting changed.' },
  {
    type: 'webhook.endpoint.secret_rotated',
    object: 'webhook_endpoint',
    when: 'It has a new secret; the one before it signs too until it runs out.',
  },
  { type: 'webhook.endpoint.enabled', object: 'webhook_endpoint', when: 'It is sent to again.' },
  {
    type: 'webhook.endpoint.disabled',
    object: 'webhook_endpoint',
    when: 'Nothing is sent to it any more: its owner or the bank stopped it.',
  },
  {
    type: 'webhook.endpoint.deleted',
    object: 'webhook_endpoint',
    when: 'The developer removed the endpoint.',
  },
  {
    type: 'webhook.test',
    object: 'webhook_endpoint',
    when: 'A ping: sent to that one endpoint, whatever it listens to.',
  },
  { type: 'exchange.completed', object: 'transaction', when: 'An exchange was booked.' },
  { type: 'quote.created', object: 'quote', when: 'A rate was locked for a while.' },
  { type: 'quote.expired', object: 'quote', when: 'Its time ran out before it was used.' },
  { type: 'approval.requested', object: 'approval', when: 'A second person has to agree.' },
  { type: 'approval.granted', object: 'approval', when: 'A second person agreed.' },
  { type: 'approval.denied', object: 'approval', when: 'A second person refused.' },
  { type: 'limit.updated', object: 'limits', when: 'The limits of an account were replaced.' },
  { type: 'limit.near', object: 'limits', when: 'A payment took a limit to 80 % or more.' },
  { type: 'limit.exceeded', object: 'limits', when: 'A payment was declined by a limit.' },
  { type: 'balance.alert.created', object: 'alert', when: 'An alert was set up.' },
  { type: 'balance.alert.updated', object: 'alert', when: 'An alert was changed.' },
  { type: 'balance.alert.deleted', object: 'alert', when: 'An alert was removed.' },
  { type: 'balance.alert.triggered', object: 'alert', when: 'What it watches for has come.' },
  {
    type: 'balance.alert.cleared',
    object: 'alert',
    when: 'It is over; only for an alert that asks for this event.',
  },
  { type: 'overdraft.enabled', object: 'overdraft', when: 'The account may be below zero.' },
  { type: 'overdraft.updated', object: 'overdraft', when: 'Its terms were replaced.' },
  { type: 'overdraft.disabled', object: 'overdraft', when: 'The account is not to be below zero.' },
  { type: 'overdraft.drawn', object: 'overdraft', when: 'A booking took more of it.' },
  { type: 'overdraft.repaid', object: 'overdraft', when: 'A booking gave part of it back.' },
  {
    type: 'overdraft.in_arrears',
    object: 'overdraft',
    when: 'It is beyond its limit, or the account has been below zero for more than 30 days.',
  },
  { type: 'overdraft.cleared', object: 'overdraft', when: 'The account is out of it.' },
  { type: 'schedule.created', object: 'schedule', when: 'A schedule was set up.' },
  { type: 'schedule.updated', object: 'schedule', when: 'Its terms were replaced.' },
  { type: 'schedule.paused', object: 'schedule', when: 'It runs no more until it is resumed.' },
  { type: 'schedule.resumed', object: 'schedule', when: 'It runs again.' },
  { type: 'schedule.suspended', object: 'schedule', when: 'Too many of its runs failed in a row.' },
  { type: 'schedule.completed', object: 'schedule', when: 'Its last occurrence is final.' },
  { type: 'schedule.canceled', object: 'schedule', when: 'It was ended for good.' },
  { type: 'schedule.occurrence.upcoming', object: 'occurrence', when: 'It runs in some days.' },
  { type: 'schedule.occurrence.posted', object: 'occurrence', when: 'Its transfer is booked.' },
  { type: 'schedule.occurrence.retrying', object: 'occurrence', when: 'It is tried again later.' },
  { type: 'schedule.occurrence.failed', object: 'occurrence', when: 'It came to nothing.' },
  { type: 'schedule.occurrence.skipped', object: 'occurrence', when: 'It was left out.' },
  {
    type: 'transaction.anchored',
    object: 'transaction',
    when: 'Its leaf is on the chain for good; only where an enabled endpoint asks for the event.',
  },
  {
    type: 'checkpoint.anchored',
    object: 'checkpoint',
    when: 'A checkpoint with postings of yours is on the chain for good, with its range of leaves.',
  },
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
] as const;

export type EventType = (typeof EVENTS)[number]['type'];

/** The event of a ping: it goes to the endpoint that is its object, and to no other. */
export const TEST_EVENT = 'webhook.test' satisfies EventType;

/**
 * True when a pattern asks for an event of that type: `*` for all, `account.*` for every type that
 * starts with `account.`, otherwise the type itself.
 */
export function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** True when a type of the catalogue can match: a misspelt pattern would stay silent for ever. */
export function isEventPattern(pattern: string): boolean {
  return EVENTS.some(({ type }) => matchesPattern(pattern, type));
}
