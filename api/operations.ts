// The index of all operations: what is not in this list is not served and not documented.

import {
  createAlert,
  deleteAlert,
  getAlert,
  listAccountAlerts,
  updateAlert,
} from './accounts/alerts.ts';
import { getBalance } from './accounts/balance.ts';
import { createAccount } from './accounts/create.ts';
import { getAccount } from './accounts/get.ts';
import { getLimits, replaceLimits } from './accounts/limits.ts';
import { listAccounts } from './accounts/list.ts';
import {
  closeAccount,
  freezeAccount,
  reactivateAccount,
  unfreezeAccount,
} from './accounts/move.ts';
import { getOverdraft, setOverdraft } from './accounts/overdraft.ts';
import { updateAccount } from './accounts/update.ts';
import { AML_OPERATIONS } from './aml/operations.ts';
import { createBatch } from './batches/create.ts';
import { cancelBatch, getBatch, listBatches, listBatchItems } from './batches/read.ts';
import { getCheckpoint, getCheckpoints, getLatestCheckpoint } from './blockchain/checkpoints.ts';
import { getContract, listContracts } from './blockchain/contracts.ts';
import { executeFunction } from './blockchain/execute.ts';
import { getExecution, listExecutions } from './blockchain/executions.ts';
import { getLogKeys } from './blockchain/keys.ts';
import {
  getBlockchainProof,
  getBlockchainRecord,
  getConsistency,
  getTransactionProof,
} from './blockchain/proofs.ts';
import { simulateFunction } from './blockchain/simulate.ts';
import { CREDIT_OPERATIONS } from './credit/operations.ts';
import { createCustomer } from './customers/create.ts';
import { setCredentials } from './customers/credentials.ts';
import { exportCustomer } from './customers/export.ts';
import { getCustomer } from './customers/get.ts';
import { listCustomers } from './customers/list.ts';
import { updateCustomer } from './customers/update.ts';
import { claimKey, openApplication } from './developer/claim.ts';
import {
  createKey,
  getDeveloper,
  getKey,
  listKeys,
  revokeKey,
  rotateKey,
} from './developer/keys.ts';
import { OAUTH_CLIENT_OPERATIONS } from './developer/oauth-clients.ts';
import { registerDeveloper, verifyDeveloperEmail } from './developer/register.ts';
import { REQUEST_OPERATIONS } from './developer/requests.ts';
import { getEvent, listEvents } from './events/events.ts';
import { streamEvents } from './events/stream.ts';
import { createQuote, getQuote } from './exchange-rates/quotes.ts';
import { listExchangeRates } from './exchange-rates/rates.ts';
import { INSIGHT_OPERATIONS } from './insight/operations.ts';
import type { Operation } from './kit/operation.ts';
import { KYC_OPERATIONS } from './kyc/operations.ts';
import { createIntent } from './language/ai-intent.ts';
import { confirmIntent } from './language/confirm-intent.ts';
import { converse } from './language/conversation.ts';
import {
  getConversation,
  listConversationsOperation,
  listMessagesOperation,
} from './language/conversations.ts';
import { answerFinancialQuestion } from './language/financial-qa.ts';
import { cancelIntent, getIntent, listIntentsOperation } from './language/intents.ts';
import { parseIntentOperation } from './language/parse-intent.ts';
import { enableMfa, verifyMfa } from './mfa/enroll.ts';
import { disableMfa, renewRecoveryCodes } from './mfa/recover.ts';
import { MODEL_OPERATIONS } from './models/operations.ts';
import { getModelPerformance } from './models/performance-read.ts';
import { OPS_OPERATIONS } from './ops/operations.ts';
import { passkeyOptions, verifyPasskey } from './passkeys/authenticate.ts';
import { listPasskeys, removePasskey } from './passkeys/list.ts';
import { passkeySetupOptions, verifyPasskeySetup } from './passkeys/setup.ts';
import { cancelPayment, capturePayment } from './payments/act.ts';
import { createPayment } from './payments/create.ts';
import { getPayment, listPayments } from './payments/get.ts';
import { refundPayment } from './payments/refund.ts';
import { getRiskDecision, listRiskDecisions } from './risk/read.ts';
import { scoreRisk } from './risk/score.ts';
import { simulateChainReorg } from './sandbox/chain-reorg.ts';
import { advanceClock, getClock } from './sandbox/clock.ts';
import {
  simulateApprovalDecision,
  simulateReviewDecision,
  simulateScreeningDecision,
} from './sandbox/decisions.ts';
import { simulateFraudHit } from './sandbox/fraud-hit.ts';
import { simulateInboundTransfer } from './sandbox/inbound-transfer.ts';
import { simulateRailReturn, simulateRailSettle } from './sandbox/rail-news.ts';
import { resetSandbox } from './sandbox/reset.ts';
import { simulateWebhookFailure } from './sandbox/webhook-failure.ts';
import {
  cancelSchedule,
  pauseSchedule,
  resumeSchedule,
  runScheduleNow,
  skipOccurrence,
} from './schedules/act.ts';
import { createSchedule } from './schedules/create.ts';
import { getSchedule, listOccurrences, listSchedules } from './schedules/read.ts';
import { updateSchedule } from './schedules/update.ts';
import { getScreeningLists } from './screening/lists.ts';
import { searchScreeningLists } from './screening/search.ts';
import { getStatement } from './statements/get.ts';
import { cancelTransaction, captureTransaction } from './transactions/act.ts';
import { approveTransaction, rejectTransaction } from './transactions/approve.ts';
import { confirmTransaction } from './transactions/confirm.ts';
import { createTransaction } from './transactions/create.ts';
import { createExchange } from './transactions/exchange.ts';
import { getTimeline, getTransaction } from './transactions/get.ts';
import { getHold, listHolds } from './transactions/holds.ts';
import { listTransactions } from './transactions/list.ts';
import { reverseTransaction } from './transactions/reverse.ts';
import { updateTransaction } from './transactions/update.ts';
import { addWalletCurrency } from './wallets/add-currency.ts';
import { createWallet } from './wallets/create.ts';
import { getWallet, listWallets } from './wallets/get.ts';
import { createWebhookEndpoint } from './webhooks/create.ts';
import {
  getWebhookDelivery,
  getWebhookStatistics,
  listWebhookDeliveries,
} from './webhooks/deliveries.ts';
import { getWebhookEndpoint } from './webhooks/get.ts';
import { listWebhookEndpoints } from './webhooks/list.ts';
import { pingWebhookEndpoint } from './webhooks/ping.ts';
import { replayWebhookEvents, resendEvent, retryWebhookDelivery } from './webhooks/redeliver.ts';
import { deleteWebhookEndpoint } from './webhooks/remove.ts';
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts';
import { updateWebhookEndpoint } from './webhooks/update.ts';

export const OPERATIONS: readonly Operation[] = [
  registerDeveloper,
  verifyDeveloperEmail,
  getDeveloper,
  listKeys,
  getKey,
  createKey,
  rotateKey,
  openApplication,
  claimKey,
  revokeKey,
  ...OAUTH_CLIENT_OPERATIONS,
  ...REQUEST_OPERATIONS,
  createCustomer,
  listCustomers,
  getCustomer,
  exportCustomer,
  updateCustomer,
  setCredentials,
  createAccount,
  listAccounts,
  getAccount,
  updateAccount,
  getBalance,
  getStatement,
  replaceLimits,
  getLimits,
  createAlert,
  listAccountAlerts,
  getAlert,
  updateAlert,
  deleteAlert,
  setOverdraft,
  getOverdraft,
  freezeAccount,
  unfreezeAccount,
  reactivateAccount,
  closeAccount,
  createWallet,
  listWallets,
  getWallet,
  addWalletCurrency,
  createPayment,
  listPayments,
  getPayment,
  capturePayment,
  cancelPayment,
  refundPayment,
  // Before the transaction of an id, which would take their path.
  createSchedule,
  listSchedules,
  getSchedule,
  updateSchedule,
  pauseSchedule,
  resumeSchedule,
  cancelSchedule,
  skipOccurrence,
  runScheduleNow,
  listOccurrences,
  getClock,
  advanceClock,
  createBatch,
  listBatches,
  getBatch,
  listBatchItems,
  cancelBatch,
  resetSandbox,
  simulateInboundTransfer,
  ...KYC_OPERATIONS,
  simulateWebhookFailure,
  simulateChainReorg,
  simulateFraudHit,
  simulateReviewDecision,
  simulateApprovalDecision,
  simulateScreeningDecision,
  simulateRailSettle,
  simulateRailReturn,
  createIntent,
  listIntentsOperation,
  getIntent,
  confirmIntent,
  cancelIntent,
  createTransaction,
  listTransactions,
  getTransaction,
  getTimeline,
  listHolds,
  getHold,
  captureTransaction,
  cancelTransaction,
  confirmTransaction,
  approveTransaction,
  rejectTransaction,
  enableMfa,
  verifyMfa,
  renewRecoveryCodes,
  disableMfa,
  passkeySetupOptions,
  verifyPasskeySetup,
  passkeyOptions,
  verifyPasskey,
  listPasskeys,
  removePasskey,
  getTransactionProof,
  getBlockchainRecord,
  getBlockchainProof,
  getCheckpoints,
  getLatestCheckpoint,
  getCheckpoint,
  createExchange,
  listExchangeRates,
  createQuote,
  getQuote,
  reverseTransaction,
  updateTransaction,
  getConsistency,
  getLogKeys,
  listWebhookDeliveries,
  getWebhookDelivery,
  retryWebhookDelivery,
  replayWebhookEvents,
  getWebhookStatistics,
  listEvents,
  streamEvents,
  getEvent,
  resendEvent,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  pingWebhookEndpoint,
  listContracts,
  getContract,
  simulateFunction,
  executeFunction,
  listExecutions,
  getExecution,
  searchScreeningLists,
  getScreeningLists,
  ...MODEL_OPERATIONS,
  getModelPerformance,
  parseIntentOperation,
  converse,
  listConversationsOperation,
  getConversation,
  listMessagesOperation,
  answerFinancialQuestion,
  ...INSIGHT_OPERATIONS,
  scoreRisk,
  listRiskDecisions,
  getRiskDecision,
  ...AML_OPERATIONS,
  ...CREDIT_OPERATIONS,
  ...OPS_OPERATIONS,
];
