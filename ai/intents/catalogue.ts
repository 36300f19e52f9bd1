// The intents of messages, each with its operation of this API. An intent without an operation is
// recognised and answered as unsupported.

export interface IntentOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path of the operation in the OpenAPI document, below `/v1`. */
  readonly path: string;
}

/** Intents with an operation of the API. */
export const OPERATION_INTENTS = {
  transfer: { method: 'POST', path: '/transactions' },
  deposit: { method: 'POST', path: '/transactions' },
  withdrawal: { method: 'POST', path: '/transactions' },
  transaction_history: { method: 'GET', path: '/transactions' },
  transaction_status: { method: 'GET', path: '/transactions/{transactionId}' },
  transaction_proof: { method: 'GET', path: '/transactions/{transactionId}/proof' },
  cancel_transaction: { method: 'POST', path: '/transactions/{transactionId}/cancel' },
  capture_transaction: { method: 'POST', path: '/transactions/{transactionId}/capture' },
  reverse_transaction: { method: 'POST', path: '/transactions/{transactionId}/reverse' },
  list_holds: { method: 'GET', path: '/holds' },
  schedule_transfer: { method: 'POST', path: '/transactions/scheduled' },
  list_schedules: { method: 'GET', path: '/transactions/scheduled' },
  change_schedule: { method: 'PATCH', path: '/scheduled/{scheduleId}' },
  pause_schedule: { method: 'POST', path: '/scheduled/{scheduleId}/pause' },
  resume_schedule: { method: 'POST', path: '/scheduled/{scheduleId}/resume' },
  skip_occurrence: { method: 'POST', path: '/scheduled/{scheduleId}/skip' },
  run_schedule_now: { method: 'POST', path: '/scheduled/{scheduleId}/run-now' },
  cancel_schedule: { method: 'POST', path: '/scheduled/{scheduleId}/cancel' },
  exchange: { method: 'POST', path: '/transactions/exchange' },
  exchange_quote: { method: 'POST', path: '/exchange-rates/quotes' },
  exchange_rate_inquiry: { method: 'GET', path: '/exchange-rates' },
  balance_inquiry: { method: 'GET', path: '/accounts/{accountId}/balance' },
  list_accounts: { method: 'GET', path: '/accounts' },
  account_details: { method: 'GET', path: '/accounts/{accountId}' },
  open_account: { method: 'POST', path: '/accounts' },
  rename_account: { method: 'PATCH', path: '/accounts/{accountId}' },
  close_account: { method: 'POST', path: '/accounts/{accountId}/close' },
  freeze_account: { method: 'POST', path: '/accounts/{accountId}/freeze' },
  unfreeze_account: { method: 'POST', path: '/accounts/{accountId}/unfreeze' },
  reactivate_account: { method: 'POST', path: '/accounts/{accountId}/reactivate' },
  statement: { method: 'GET', path: '/accounts/{accountId}/statements' },
  set_alert: { method: 'POST', path: '/accounts/{accountId}/alerts' },
  list_alerts: { method: 'GET', path: '/accounts/{accountId}/alerts' },
  change_alert: { method: 'PATCH', path: '/accounts/{accountId}/alerts/{alertId}' },
  delete_alert: { method: 'DELETE', path: '/accounts/{accountId}/alerts/{alertId}' },
  set_limit: { method: 'PUT', path: '/accounts/{accountId}/limits' },
  show_limits: { method: 'GET', path: '/accounts/{accountId}/limits' },
  set_overdraft: { method: 'POST', path: '/accounts/{accountId}/overdraft' },
  show_overdraft: { method: 'GET', path: '/accounts/{accountId}/overdraft' },
  open_wallet: { method: 'POST', path: '/wallets' },
  wallet_balance: { method: 'GET', path: '/wallets/{walletId}' },
  add_wallet_currency: { method: 'POST', path: '/wallets/{walletId}/currencies' },
  list_payments: { method: 'GET', path: '/payments' },
  refund_payment: { method: 'POST', path: '/payments/{paymentId}/refund' },
  update_details: { method: 'PATCH', path: '/customers/{customerId}' },
  show_details: { method: 'GET', path: '/customers/{customerId}' },
  verify_identity: { method: 'POST', path: '/ai/kyc-assessment' },
  enable_mfa: { method: 'POST', path: '/auth/mfa/enable' },
  disable_mfa: { method: 'POST', path: '/auth/mfa/disable' },
  recovery_codes: { method: 'POST', path: '/auth/mfa/recovery-codes' },
  credit_assessment: { method: 'POST', path: '/ai/credit-assessment' },
  risk_check: { method: 'POST', path: '/ai/risk-score' },
} as const satisfies Readonly<Record<string, IntentOperation>>;

/** Understood, and answered as unsupported: no operation of this API does it. */
export const OTHER_INTENTS = [
  'spending_analysis',
  'report_fraud',
  'card_request',
  'bill_question',
  'interest_question',
  'credit_score_question',
  'rewards_question',
  'order_checks',
  'pin_change',
  'support_question',
] as const;

/** Label of a message about nothing that a bank does. */
export const OUT_OF_SCOPE = 'out_of_scope';

/** Every label of the model, in the order of its columns. */
export const INTENT_LABELS: readonly string[] = [
  ...Object.keys(OPERATION_INTENTS),
  ...OTHER_INTENTS,
  OUT_OF_SCOPE,
];

/** The operation of an intent; null when this API has none. */
export function operationOf(intent: string): IntentOperation | null {
  if (!Object.hasOwn(OPERATION_INTENTS, intent)) return null;
  return OPERATION_INTENTS[intent as keyof typeof OPERATION_INTENTS];
}
