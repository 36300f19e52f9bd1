// Scopes: the rights of a credential, as `resource:action`. Only scopes that a route requires.

export const SCOPES = {
  'accounts:read': 'Read accounts and balances.',
  'accounts:write': 'Open, change, freeze and close accounts.',
  'limits:write': 'Set the limits of accounts.',
  'overdraft:write': 'Set up, change and disable overdrafts.',
  'customers:read': 'Read customers.',
  'customers:write': 'Create and change customers.',
  'transactions:read': 'Read transactions and their timelines.',
  'transactions:write': 'Create, capture and cancel transactions.',
  'exchange:read': 'Read exchange rates and quotes.',
  'exchange:write': 'Lock exchange rates and exchange money.',
  'transactions:reverse': 'Reverse booked transactions.',
  'transactions:approve': 'Approve requests of another credential that wait for a second person.',
  'schedules:read': 'Read schedules and their occurrences.',
  'schedules:write': 'Set up, change, pause and end schedules.',
  'events:read': 'Read the event log.',
  'webhooks:read': 'Read webhook endpoints and deliveries.',
  'webhooks:write': 'Add, change, test and remove webhook endpoints; send again.',
  'ledger:read': 'Read the checkpoints of the log, the contracts and their executions.',
  'proofs:read': 'Read proofs that a transaction is in the log.',
  'contracts:execute': 'Simulate and execute smart-contract functions.',
  'ai:invoke': 'Ask models for scores.',
  'intents:write': 'Have instructions in plain language read and previewed, and cancel them.',
  'aml:read': 'Read alerts and cases about money laundering.',
  'aml:write': 'Look for money laundering, and open alerts.',
  'kyc:read': 'Screen names, read assessments of customers.',
  'kyc:write': 'Assess the identity of customers, hand in documents.',
  'risk:read': 'Read decisions about the risk of payments.',
  'credit:read': 'Read credit assessments.',
  'credit:write': 'Ask for credit assessments.',
  'decisions:read': 'Read why the bank decided about a customer as it did.',
  'decisions:contest': 'Have a decision about a customer looked at by another person.',
  'models:read': 'Read models, their versions and deployments.',
  'models:train': 'Upload models, and train them.',
  'models:deploy': 'Deploy models, promote them and take them back.',
  'developer:read': 'Read the own registration and API keys.',
  'developer:write': 'Create, rotate and revoke API keys.',
} as const;

export type Scope = keyof typeof SCOPES;

/** Every scope that a developer's key can have; the default of a new key. */
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];

/** True when the text names a scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/** Scopes that an app may request from a customer, as described to the customer. */
export const CUSTOMER_SCOPES = {
  'customers:read': 'See your name, your address and the other details that the bank has of you.',
  'accounts:read': 'See the accounts that you choose, their balances, limits and statements.',
  'transactions:read': 'See the payments of the accounts that you choose.',
  'transactions:write':
    'Pay from the accounts that you choose. Large payments still need your code.',
  'exchange:read': 'See exchange rates.',
} as const satisfies Partial<Record<Scope, string>>;

export type CustomerScope = keyof typeof CUSTOMER_SCOPES;

/** True when an app may request the scope from a customer. */
export function isCustomerScope(text: string): text is CustomerScope {
  return Object.hasOwn(CUSTOMER_SCOPES, text);
}

/** Scopes of key management, which apps never have. */
const NOT_FOR_APPS: ReadonlySet<string> = new Set(['developer:read', 'developer:write']);

/** Every scope that an app can have. */
export const APP_SCOPES = ALL_SCOPES.filter((scope) => !NOT_FOR_APPS.has(scope));
