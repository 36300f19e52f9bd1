// Refusals: reasons for which the ledger does not carry out an act. The act throws the refusal,
// nothing of the act is committed, and the API answers with the problem of that code
// (api/kit/errors.ts).

export type RefusalCode =
  | 'account_closed'
  | 'account_not_empty'
  | 'account_not_found'
  | 'alert_limit'
  | 'alert_not_found'
  | 'already_reversed'
  | 'aml_alert_not_found'
  | 'aml_case_not_found'
  | 'amount_mismatch'
  | 'amount_out_of_range'
  | 'approval_not_found'
  | 'approval_required'
  | 'batch_not_found'
  | 'concurrency_limited'
  | 'confirmation_expired'
  | 'conversation_not_found'
  | 'credit_assessment_not_found'
  | 'currency_in_wallet'
  | 'currency_mismatch'
  | 'currency_not_in_wallet'
  | 'customer_not_found'
  | 'dataset_limit'
  | 'dataset_not_found'
  | 'decision_contest_not_found'
  | 'deployment_in_progress'
  | 'deployment_not_found'
  | 'duplicate_reference'
  | 'email_taken'
  | 'erasure_not_due'
  | 'finding_not_found'
  | 'hold_too_short'
  | 'idempotency_key_reused'
  | 'intent_not_found'
  | 'invalid_claim_code'
  | 'invalid_cursor'
  | 'invalid_state_transition'
  | 'kyc_assessment_not_found'
  | 'kyc_assessment_open'
  | 'kyc_file_in_use'
  | 'kyc_file_limit'
  | 'kyc_file_not_found'
  | 'last_admin'
  | 'ledger_unavailable'
  | 'mfa_locked'
  | 'mfa_not_enrolled'
  | 'mfa_required'
  | 'model_not_approved'
  | 'model_not_deployable'
  | 'model_not_found'
  | 'model_version_exists'
  | 'not_reversible'
  | 'operator_not_found'
  | 'overdraft_in_use'
  | 'passkey_invalid'
  | 'passkey_not_found'
  | 'quote_mismatch'
  | 'quote_not_found'
  | 'rate_not_available'
  | 'rates_unavailable'
  | 'reversal_exceeds_amount'
  | 'review_not_found'
  | 'same_account'
  | 'schedule_invalid'
  | 'schedule_not_found'
  | 'screening_hit_not_found'
  | 'screening_clearance_not_found'
  | 'relied_list_not_found'
  | 'screening_unresolved'
  | 'storage_quota_exceeded'
  | 'training_not_found'
  | 'transaction_in_use'
  | 'transaction_not_found'
  | 'transaction_not_held'
  | 'transaction_not_posted'
  | 'validation_failed'
  | 'version_conflict'
  | 'work_item_not_found'
  | 'waiver_required'
  | 'wallet_not_found'
  | 'webhook_endpoint_limit'
  | 'webhook_endpoint_not_found';

export interface RefusalFields {
  /** Description of this occurrence for a person; by default the meaning of the code. */
  readonly detail?: string;
  /** The field of the request at fault, as a JSON pointer. */
  readonly pointer?: string;
  /** The fault of that field; by default the detail. */
  readonly message?: string;
  /** The code of that field, where it is not the code of the refusal. */
  readonly fieldCode?: string;
  /** Id of the conflicting object. */
  readonly existingId?: string;
  readonly transactionId?: string;
  readonly retryAfterSeconds?: number;
}

/** A refusal as plain data. */
export type RefusalData = Pick<Refusal, 'code' | 'fields'>;

/** Thrown when the ledger refuses an act; nothing of the act is written. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: RefusalFields;

  constructor(code: RefusalCode, fields: RefusalFields = {}) {
    super(fields.detail ?? code);
    this.code = code;
    this.fields = fields;
  }

  /** The same refusal with another pointer to the field at fault. */
  withPointer(pointer: string): Refusal {
    return new Refusal(this.code, { ...this.fields, pointer });
  }
}

/** The refusal of an act that the state of an object does not allow. */
export function invalidState(detail: string): Refusal {
  return new Refusal('invalid_state_transition', { detail });
}

/** The refusal of a field value that the schema allows and the act does not. */
export function invalidField(pointer: string, message: string): Refusal {
  return new Refusal('validation_failed', { pointer, fieldCode: 'invalid', message });
}

/**
 * Requires that an object has not changed since the caller read it.
 * @param ifVersion the version that the caller read; null when the request states none
 * @throws Refusal `version_conflict` when the object has changed
 */
export function requireVersion(object: { readonly version: number }, ifVersion: number | null) {
  if (ifVersion === null || ifVersion === object.version) return;
  const { version } = object;
  const detail =
    `The object now has version ${version}: ` +
    'read it again and repeat the change with that ETag.';
  throw new Refusal('version_conflict', { detail });
}
