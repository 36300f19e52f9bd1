// A body with every field for every operation that takes one. Fields that exclude each other are
// all there: these are made wrong, one field at a time, and never accepted as they are.

import { transferOf } from '../bank/door.ts';
import { fullApplicationOf } from '../people/credit.ts';
import { FULL_KYC } from '../people/kyc.ts';
import { insightBodiesOf } from './insight-bodies.ts';
import type { JsonObject } from './json-schema.ts';
import { OPERATOR_BODIES } from './operator-bodies.ts';
import { riskBodyOf } from './risk-bodies.ts';
import { simulationBodiesOf } from './simulation-bodies.ts';
import { BATCH_OF_SCORES, EVALUATION, TRAINING } from './training-bodies.ts';

interface Named {
  readonly customerId: string;
  /** Accounts. */
  readonly from: string;
  readonly to: string;
  readonly transactionId: string;
  readonly endpointId: string;
}

/** The bodies by operationId. */
export function fullBodies(named: Named): Record<string, JsonObject> {
  const { customerId, from, to, transactionId, endpointId } = named;
  return {
    ...moneyBodiesOf(customerId, from, to),
    ...passkeyBodiesOf(customerId, transactionId),
    ...exchangeBodiesOf(from, to),
    ...scheduleBodiesOf(from, to),
    ...contractBodiesOf(transactionId),
    ...simulationBodiesOf({
      customerId,
      accountId: to,
      transactionId,
      webhookEndpointId: endpointId,
    }),
    ...webhookBodiesOf(endpointId),
    monitorLaundering: {
      scope: { customerId, accountId: from, transactionIds: [transactionId] },
      period: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
      typologies: ['structuring'],
      createAlerts: true,
    },
    parseIntent: {
      customerId,
      message: 'Send 50 euros to Maria',
      context: {
        recentContacts: [{ name: 'Maria', accountId: to, relationship: 'friend' }],
        accountBalance: 100,
        recentTransactions: ['groceries'],
        currentLocation: 'Berlin',
        timezone: 'Europe/Berlin',
      },
      sourceAccountId: from,
    },
    createIntent: {
      customerId,
      message: 'Send 50 euros to Maria',
      context: { recentContacts: [{ name: 'Maria', accountId: to }], timezone: 'Europe/Berlin' },
      sourceAccountId: from,
      autoConfirmBelow: 100,
      intentId: 'int_06ayx0rw7mf5w0h1y6k2v3c4d5',
      confirmationToken: 'cnf_1',
      mfaToken: '123456',
    },
    converse: {
      customerId,
      message: 'Send 50 euros to Maria',
      context: { timezone: 'Europe/Berlin' },
      sourceAccountId: from,
      conversationId: 'conv_06ayx0rw7mf5w0h1y6k2v3c4d5',
    },
    answerFinancialQuestion: {
      customerId,
      question: 'How much did I spend last month?',
      accountIds: [from],
      period: { from: '2026-01-01', to: '2026-01-31' },
      timezone: 'Europe/Berlin',
    },
    ...insightBodiesOf(customerId, from),
    confirmIntent: { confirmationToken: 'cnf_1', mfaToken: '123456' },
    scoreRisk: riskBodyOf(from, to, transactionId),
    ...OPERATOR_BODIES,
    trainModel: TRAINING,
    evaluateModel: EVALUATION,
    scoreBatchWithModel: BATCH_OF_SCORES,
  };
}

const REVERSAL = {
  amount: 10,
  reason: 'Returned',
  reasonCode: 'fraud',
  reference: 'bad-body',
  dryRun: false,
};

const OAUTH_CLIENT = {
  name: 'Budget app',
  redirectUris: ['https://app.example.com/callback'],
  scopes: ['accounts:read'],
};

const KEY_BODIES = {
  createKey: { name: 'Checkout', environment: 'sandbox', scopes: ['accounts:read'] },
  rotateKey: { overlapHours: 24 },
  verifyDeveloperEmail: { code: 'email_1' },
  createOAuthClient: { ...OAUTH_CLIENT, type: 'public' },
  updateOAuthClient: OAUTH_CLIENT,
  setCustomerCredentials: { name: 'ada@example.com', password: 'x' },
  openApplication: { applicationId: 'app_1', applicationSecret: 'application_1' },
  claimKey: { claimCode: 'claim_1', name: 'Live', scopes: ['accounts:read'] },
};

function moneyBodiesOf(customerId: string, from: string, to: string): Record<string, JsonObject> {
  const metadata = { order: '17', lines: [{ sku: 'A-1', pieces: 2 }], paid: true, note: null };
  const customer = {
    type: 'individual',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+44 20 7946 0000',
    dateOfBirth: '1815-12-10',
    country: 'GB',
    address: { line1: '12 St James Square', city: 'London', postalCode: 'SW1Y', country: 'GB' },
    metadata,
  };
  return {
    registerDeveloper: {
      company: 'Example Ltd',
      email: 'bad-body@example.com',
      phone: '+44 20',
      country: 'GB',
      use_case: 'Payouts',
      expected_volume: '10',
    },
    ...KEY_BODIES,
    createCustomer: customer,
    updateCustomer: customer,
    createAccount: { customerId, type: 'checking', currency: 'EUR', name: 'Main', metadata },
    createWallet: { customerId, name: 'Travel', currencies: ['EUR', 'USD'], metadata },
    addWalletCurrency: { currency: 'GBP' },
    updateAccount: { name: 'Main', metadata },
    freezeAccount: { reason: 'fraud', message: 'Card lost', creditsBlocked: true },
    createTransaction: {
      ...transferOf(from, to, 10),
      description: 'Rent',
      reference: 'bad-body',
      category: 'housing',
      capture: 'manual',
      allowOvercapturePercent: 10,
      holdExpiresAt: new Date(Date.now() + 60_000).toISOString(),
      externalParty: { name: 'Bob', accountNumber: '1', bankCode: '2', country: 'GB' },
      context: {
        ipAddress: '192.0.2.1',
        deviceId: 'd',
        sessionId: 's',
        channel: 'web',
        location: { country: 'GB', lat: 51.5, lon: -0.1 },
      },
      metadata,
      dryRun: false,
    },
    ...paymentBodiesOf(from, to),
    createBatch: batchOf(from, to),
    captureTransaction: { amount: 10 },
    cancelTransaction: { reason: 'Changed my mind' },
    resetSandbox: { confirm: 'reset', epoch: 1 },
    confirmTransaction: { code: '123456', passkey: PASSKEY_ANSWER },
    enableMfa: { customerId },
    verifyMfa: { customerId, code: '123456' },
    renewRecoveryCodes: { customerId, code: '123456' },
    disableMfa: { customerId, code: '123456' },
    reverseTransaction: REVERSAL,
    replaceLimits: LIMITS,
    createAlert: { type: 'low_balance', direction: 'below', ...ALERT },
    updateAlert: ALERT,
    setOverdraft: overdraftOf(to),
    assessCredit: fullApplicationOf(customerId),
    recordCreditOutcome: CREDIT_OUTCOME,
    assessKyc: { customerId, ...FULL_KYC },
    assessCustomerKyc: FULL_KYC,
    addKycDocuments: { documents: FULL_KYC.documents },
  };
}

const CREDIT_OUTCOME = {
  outcome: 'defaulted',
  observedAt: '2026-01-01T00:00:00Z',
  daysPastDue: 91,
  lossAmount: 10,
};

const CREDENTIAL = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  authenticatorAttachment: 'platform',
};

const SIGNED = {
  ...CREDENTIAL,
  response: {
    clientDataJSON: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: 'AAAA',
  },
};

const PASSKEY_ANSWER = { challengeId: 'pkc_1', credential: SIGNED };

function passkeyBodiesOf(customerId: string, transactionId: string): Record<string, JsonObject> {
  const made = {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    publicKey: 'AAAA',
    publicKeyAlgorithm: -7,
    transports: ['internal'],
  };
  const credential = { ...CREDENTIAL, response: made };
  return {
    passkeySetupOptions: { customerId, code: '123456', authenticationId: 'pkc_1' },
    verifyPasskeySetup: { customerId, challengeId: 'pkc_1', credential, name: 'Phone' },
    passkeyOptions: { customerId, transactionId },
    verifyPasskey: { customerId, ...PASSKEY_ANSWER },
  };
}

const ALERT = {
  threshold: 100,
  balanceKind: 'available',
  hysteresis: 10,
  trigger: 'level',
  channels: [{ type: 'email', target: 'ada@example.com' }],
  cooldownSeconds: 60,
  notifyOnClear: true,
  enabled: false,
  metadata: { order: '17' },
};

const batchOf = (from: string, to: string) => ({
  mode: 'atomic',
  items: [
    {
      ...transferOf(from, to, 10),
      description: 'Rent',
      reference: 'bad-body',
      category: 'housing',
      externalParty: { name: 'Bob', accountNumber: '1', bankCode: '2', country: 'GB' },
      context: { ipAddress: '192.0.2.1', location: { country: 'GB', lat: 51.5, lon: -0.1 } },
      metadata: { order: '17' },
    },
  ],
  metadata: { order: '17' },
});

const overdraftOf = (linkedAccountId: string) => ({
  enabled: true,
  limit: 1_000,
  mode: 'transfer_from_savings',
  linkedAccountId,
  feePolicy: { perItem: 300, gracePeriodHours: 24, graceAmount: 500, maxPerDay: 3 },
  consent: { accepted: true, at: '2026-01-01T00:00:00Z' },
});

function paymentBodiesOf(from: string, to: string): Record<string, JsonObject> {
  return {
    createPayment: {
      amount: 10,
      currency: 'EUR',
      sourceAccountId: from,
      sourceWalletId: 'wal_06ayx0rw7mf5w0h1y6k2v3c4d5',
      destinationAccountId: to,
      destinationWalletId: 'wal_06ayx0rw7mf5w0h1y6k2v3c4d6',
      externalParty: { name: 'Bob', accountNumber: '1', country: 'GB', method: 'ach' },
      capture: 'manual',
      holdExpiresAt: new Date(Date.now() + 60_000).toISOString(),
      description: 'Order',
      reference: 'bad-body',
      category: 'shopping',
      context: { channel: 'web' },
      metadata: { order: '17' },
      dryRun: false,
    },
    capturePayment: { amount: 10 },
    cancelPayment: { reason: 'Changed my mind' },
    refundPayment: { amount: 10, reason: 'Returned', reference: 'bad-body' },
  };
}

const LIMITS = {
  currency: 'EUR',
  perTransaction: 1_000,
  daily: 2_000,
  weekly: 3_000,
  monthly: 4_000,
  dailyCount: 5,
  windows: [{ days: ['mon'], start: '08:00', end: '18:00', timezone: 'Europe/Berlin' }],
  allowedCategories: ['housing'],
  blockedCategories: ['gambling'],
  allowedCountries: ['GB'],
  blockedCounterparties: ['acc_1'],
  requireApprovalAbove: 500,
  requireMfaAbove: 400,
  effectiveFrom: '2098-01-01T00:00:00Z',
  temporary: { until: '2099-01-01T00:00:00Z' },
};

function webhookBodiesOf(webhookEndpointId: string): Record<string, JsonObject> {
  const endpoint = {
    url: 'https://example.com/hook',
    description: 'Orders',
    events: ['account.*'],
    payload: 'thin',
    metadata: { order: '17' },
  };
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  return {
    createWebhookEndpoint: endpoint,
    updateWebhookEndpoint: { ...endpoint, status: 'disabled' },
    rotateWebhookSecret: { overlapHours: 24 },
    replayWebhookEvents: { status: 'failed', fromSequence: 1, toSequence: 2, ...range },
    resendEvent: { webhookEndpointId },
  };
}

function exchangeBodiesOf(from: string, to: string): Record<string, JsonObject> {
  const ask = {
    sourceCurrency: 'EUR',
    destinationCurrency: 'USD',
    sourceAmount: 100,
    destinationAmount: 110,
    metadata: { order: '17' },
  };
  return {
    createQuote: { ...ask, lockSeconds: 60 },
    createExchange: {
      ...ask,
      sourceAccountId: from,
      destinationAccountId: to,
      quoteId: 'qte_06ayx0rw7mf5w0h1y6k2v3c4d5',
      maxSlippageBps: 50,
      description: 'Holiday',
      reference: 'bad-body',
      category: 'travel',
      dryRun: false,
    },
  };
}

function scheduleBodiesOf(from: string, to: string): Record<string, JsonObject> {
  const terms = {
    sourceAccountId: from,
    destinationAccountId: to,
    amount: { type: 'balance_above', value: 10 },
    description: 'Rent',
    startDate: '2098-01-01',
    startAt: '2098-01-01T09:00:00Z',
    recurrence: {
      frequency: 'monthly',
      interval: 1,
      dayOfMonth: -1,
      dayOfWeek: 1,
      count: 12,
      endDate: '2099-01-01',
    },
    timezone: 'Europe/Berlin',
    businessDayConvention: 'following',
    businessCalendar: 'target',
    catchUp: 'latest',
    onInsufficientFunds: 'retry',
    retry: { maxAttempts: 3, intervalHours: 24 },
    maxConsecutiveFailures: 3,
    notifyDaysBefore: 3,
    metadata: { order: '17' },
  };
  const act = { reason: 'Moved out' };
  return {
    createSchedule: { ...terms, currency: 'EUR' },
    updateSchedule: terms,
    pauseSchedule: act,
    resumeSchedule: act,
    cancelSchedule: act,
    skipOccurrence: act,
    runScheduleNow: act,
    advanceClock: { advanceTo: '2098-01-01T00:00:00Z', advanceBy: 'P30D' },
  };
}

function contractBodiesOf(transactionId: string): Record<string, JsonObject> {
  const call = { arguments: [`0x${'11'.repeat(32)}`, 100, 'EUR'], transactionId, value: 0 };
  return { simulateContractFunction: call, executeContractFunction: call };
}
