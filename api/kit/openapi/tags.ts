// The subjects of the API, in the order of the reference.

/** Titles of tags that do not follow from their names. */
const TITLES: Readonly<Record<string, string>> = {
  developer: 'Developer access',
  kyc: 'Identity (KYC)',
  auth: 'Second factors',
  aml: 'Money laundering (AML)',
  blockchain: 'Signed log and chain',
  language: 'Plain language',
  ops: 'Bank staff',
};

const titleOf = (name: string) => TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** Each tag of an operation with its subject. */
export const TAGS = [
  ['developer', 'Registration, API keys, OAuth clients, and the way to production.'],
  ['customers', 'The people and businesses whose money the bank keeps.'],
  ['accounts', 'Accounts with their balances, statements, limits, alerts and overdrafts.'],
  ['transactions', 'Transfers, deposits and withdrawals: book, hold, capture, cancel, reverse.'],
  ['payments', 'Payments: an order to pay with authorisation, capture and refunds.'],
  ['wallets', 'Several accounts of one customer, one for each currency.'],
  ['batches', 'Up to 10,000 transactions in one request, all or each by itself.'],
  ['schedules', 'Transactions on later dates, once or repeatedly.'],
  ['exchange', 'Exchange rates, quotes, and exchanges between two currencies.'],
  ['kyc', 'Who a customer is: assessments and documents.'],
  ['auth', 'Second factors and passkeys of customers.'],
  ['screening', 'Names compared with the sanctions lists.'],
  ['aml', 'Signs of money laundering, and the cases that follow.'],
  ['risk', 'The decisions of fraud models about payments, and their reasons.'],
  ['credit', 'Credit decisions with their reasons.'],
  ['decisions', 'The reasons of decisions about customers, and contests.'],
  ['models', 'Your own models: train, upload, deploy, monitor, roll back.'],
  ['language', 'Instructions and questions in words.'],
  ['insight', 'Spending, behaviour and savings of a customer.'],
  ['blockchain', 'The signed log: proofs, checkpoints, anchors and contracts.'],
  ['events', 'Events as a log, as a stream and as webhooks.'],
  ['webhooks', 'Endpoints that the bank calls, and its deliveries.'],
  ['sandbox', 'The clock, simulations and the reset, only in the sandbox.'],
  ['ops', 'The operations of bank staff.'],
].map(([name = '', description = '']) => ({ name, 'x-displayName': titleOf(name), description }));
