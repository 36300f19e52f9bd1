// The names of the business events that this engine writes. A name is added together with the
// act that emits it; docs/events.md is generated from this list.

import { EXECUTION_EVENTS } from './execution.ts';

export const EVENTS = [
  { type: 'customer.created', object: 'customer', when: 'A customer was created.' },
  { type: 'customer.updated', object: 'customer', when: 'Fields of a customer changed.' },
  { type: 'customer.kyc.verified', object: 'customer', when: 'The identity is verified.' },
  { type: 'customer.kyc.denied', object: 'customer', when: 'The verification was refused.' },
  { type: 'account.created', object: 'account', when: 'An account was opened.' },
  { type: 'account.activated', object: 'account', when: 'The account can move money.' },
  { type: 'account.frozen', object: 'account', when: 'Debits are blocked.' },
  { type: 'account.unfrozen', object: 'account', when: 'Debits are allowed again.' },
  { type: 'account.closed', object: 'account', when: 'The account is closed for good.' },
  { type: 'account.rejected', object: 'account', when: 'It was refused before it was active.' },
  { type: 'account.updated', object: 'account', when: 'Name or metadata changed.' },
  { type: 'transaction.created', object: 'transaction', when: 'A transaction was accepted.' },
  {
    type: 'transaction.pending_approval',
    object: 'transaction',
    when: 'Authorised; waits for a second person.',
  },
  { type: 'transaction.pending', object: 'transaction', when: 'Authorised; waits for capture.' },
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
  { type: 'leaf.erased', object: 'blockchain_record', when: 'The content of a leaf is gone.' },
  { type: 'checkpoint.signed', object: 'checkpoint', when: 'Your postings became provable.' },
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
  { type: 'webhook.endpoint.deleted', object: 'webhook_endpoint', when: 'It was removed.' },
  {
    type: 'webhook.test',
    object: 'webhook_endpoint',
    when: 'A ping: sent to that one endpoint, whatever it listens to.',
  },
  { type: 'exchange.completed', object: 'transaction', when: 'An exchange was booked.' },
  { type: 'quote.created', object: 'quote', when: 'A rate was locked for a while.' },
  { type: 'quote.expired', object: 'quote', when: 'Its time ran out and nobody used it.' },
  { type: 'approval.requested', object: 'approval', when: 'A second person has to agree.' },
  { type: 'approval.granted', object: 'approval', when: 'A second person agreed.' },
  { type: 'approval.denied', object: 'approval', when: 'A second person refused.' },
  { type: 'limit.updated', object: 'limits', when: 'The limits of an account were replaced.' },
  { type: 'limit.near', object: 'limits', when: 'A payment took a limit to 80 % or more.' },
  { type: 'limit.exceeded', object: 'limits', when: 'A payment was declined by a limit.' },
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
    when: 'Its leaf is on the chain for good.',
  },
  {
    type: 'checkpoint.anchored',
    object: 'checkpoint',
    when: 'A checkpoint with postings of yours is on the chain for good.',
  },
  ...EXECUTION_EVENTS,
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
