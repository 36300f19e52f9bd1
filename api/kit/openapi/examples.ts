// Example bodies of the reference for operations whose required fields are not enough or would have
// no effect: a payment needs its accounts, a change needs a changed field.

const ACCOUNT = 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5';
const OTHER_ACCOUNT = 'acc_06ayx0rw7mf5w0h1y6k2v3c4d6';
const DOLLARS = 'acc_06ayx0rw7mf5w0h1y6k2v3c4d7';
const CUSTOMER = 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5';

const transfer = {
  amount: 2500,
  currency: 'EUR',
  sourceAccountId: ACCOUNT,
  destinationAccountId: OTHER_ACCOUNT,
};
const withReason = { reason: 'Asked for by telephone.' };

const CONTRACT_CALL = {
  arguments: [`0x${'11'.repeat(32)}`, 2500, 'EUR'],
  transactionId: 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5',
};

/** Example bodies by operationId. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  createTransaction: { type: 'transfer', ...transfer, description: 'Dinner on Friday' },
  createPayment: { ...transfer, description: 'Invoice 1017', reference: 'invoice-1017' },
  createBatch: {
    mode: 'atomic',
    items: [
      { type: 'transfer', ...transfer, reference: 'salary-11-ada' },
      { type: 'transfer', ...transfer, amount: 1900, reference: 'salary-11-charles' },
    ],
  },
  createExchange: {
    sourceAccountId: ACCOUNT,
    destinationAccountId: DOLLARS,
    sourceCurrency: 'EUR',
    destinationCurrency: 'USD',
    sourceAmount: 2500,
  },
  createQuote: { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 2500 },
  createSchedule: {
    ...transfer,
    description: 'Rent',
    startDate: '2198-01-01',
    timezone: 'Europe/Berlin',
    recurrence: { frequency: 'monthly', dayOfMonth: 1 },
  },
  createIntent: { customerId: CUSTOMER, message: 'Send 25 euros from main to savings' },
  captureTransaction: { amount: 1500 },
  cancelTransaction: withReason,
  confirmTransaction: { code: '123456' },
  capturePayment: { amount: 1500 },
  cancelPayment: withReason,
  refundPayment: { amount: 1000, reason: 'The goods were returned.' },
  reverseTransaction: { amount: 1000, reason: 'The goods were returned.' },
  updateSchedule: { amount: 2600, description: 'Rent, from next year' },
  pauseSchedule: withReason,
  resumeSchedule: withReason,
  cancelSchedule: withReason,
  skipOccurrence: withReason,
  runScheduleNow: withReason,
  addWalletCurrency: { currency: 'GBP' },
  replaceLimits: { currency: 'EUR', perTransaction: 50_000, daily: 200_000 },
  updateAlert: { threshold: 5000 },
  setOverdraft: {
    enabled: true,
    limit: 50_000,
    mode: 'allow',
    consent: { accepted: true, at: '2026-11-21T09:30:00Z' },
  },
  freezeAccount: { reason: 'customer_request', message: 'The card was lost.' },
  createAccount: { customerId: CUSTOMER, type: 'checking', currency: 'EUR', name: 'Holidays' },
  updateAccount: { name: 'Household' },
  updateCustomer: { email: 'ada@example.com', phone: '+44 20 7946 0958' },
  setCustomerCredentials: { name: 'ada@example.com', password: 'seven-brass-kettles-whistle' },
  assessCustomerKyc: { level: 'simplified' },
  updateOAuthClient: { name: 'Budget app for teams' },
  rotateKey: { overlapHours: 24 },
  updateWebhookEndpoint: { events: ['transaction.*'], description: 'Bookkeeping' },
  rotateWebhookSecret: { overlapHours: 24 },
  resendEvent: { webhookEndpointId: 'wh_06ayx0rw7mf5w0h1y6k2v3c4d5' },
  advanceClock: { advanceBy: 'P1D' },
  simulateScreeningDecision: { customerId: CUSTOMER, decision: 'no_hit' },
  simulateRailReturn: { transactionId: 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5', code: 'R01' },
  scoreRisk: {
    transaction: { type: 'transfer', ...transfer },
  },
  monitorLaundering: { scope: { accountId: ACCOUNT } },
  simulateContractFunction: CONTRACT_CALL,
  executeContractFunction: CONTRACT_CALL,
  trainModel: {
    name: 'leavers',
    task: 'churn',
    dataset: {
      source: 'upload',
      uploadId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5',
      labelField: 'left',
      timeField: 'seenAt',
    },
  },
  evaluateModel: { datasetId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5', labelField: 'left' },
  promoteModelDeployment: withReason,
  rollbackModelDeployment: withReason,
  abortModelDeployment: withReason,
  setModelExpiry: { expiresAt: '2198-01-01T00:00:00Z' },
};
