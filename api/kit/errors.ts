// Every error that this API answers with: one catalogue, one body (RFC 9457), one place that knows
// HTTP statuses. docs/errors.md is generated from it.

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ExceededLimit } from '../../ledger/limits.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { REJECTIONS, type RejectionCode } from '../../ledger/rejection.ts';
import { REFUSALS, type RefusalCode } from '../../models/gate/refusal.ts';

interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
}

const kind = (status: number, title: string, retryable = false): ErrorKind => ({
  status,
  title,
  retryable,
});

/** What a model file is refused with; the size is that of any body that is too large. */
const MODEL_ERRORS = Object.fromEntries(
  Object.entries(REFUSALS).map(([code, title]) => {
    return [code, kind(code === 'model_too_large' ? 413 : 422, title)];
  }),
) as Record<RefusalCode, ErrorKind>;

const REQUEST_ERRORS = {
  malformed_json: kind(400, 'The body is not valid JSON.'),
  invalid_parameter: kind(400, 'A parameter of the path, the query or a header is wrong.'),
  missing_parameter: kind(400, 'A required parameter or header is missing.'),
  invalid_cursor: kind(400, 'The cursor is not one that a page of this list ended with.'),
  invalid_date_range: kind(400, 'The range of dates is empty, or out of reach.'),
  missing_credentials: kind(401, 'The Authorization header is missing.'),
  invalid_api_key: kind(401, 'The API key is not known.'),
  expired_api_key: kind(401, 'The API key has expired.'),
  revoked_api_key: kind(401, 'The API key was revoked.'),
  mfa_invalid: kind(401, 'The code is wrong, or was used before.'),
  environment_mismatch: kind(403, 'This belongs to the other environment.'),
  insufficient_scope: kind(403, 'The credential does not have the scope for this.'),
  developer_suspended: kind(403, 'The developer account is suspended.'),
  production_access_not_approved: kind(403, 'Production access is not approved.'),
  function_not_allowed: kind(403, 'The contract does not offer that function.'),
  kyc_required: kind(403, 'The identity of the customer is not verified.'),
  not_found: kind(404, 'There is nothing at this address.'),
  account_not_found: kind(404, 'There is no such account.'),
  customer_not_found: kind(404, 'There is no such customer.'),
  transaction_not_found: kind(404, 'There is no such transaction.'),
  alert_not_found: kind(404, 'There is no such alert.'),
  payment_not_found: kind(404, 'There is no such payment.'),
  wallet_not_found: kind(404, 'There is no such wallet.'),
  screening_hit_not_found: kind(404, 'There is no such screening hit.'),
  batch_not_found: kind(404, 'There is no such batch.'),
  hold_not_found: kind(404, 'There is no such hold.'),
  quote_not_found: kind(404, 'There is no such quote.'),
  schedule_not_found: kind(404, 'There is no such schedule.'),
  event_not_found: kind(404, 'There is no such event.'),
  checkpoint_not_found: kind(404, 'There is no such checkpoint.'),
  webhook_endpoint_not_found: kind(404, 'There is no such webhook endpoint.'),
  webhook_delivery_not_found: kind(404, 'There is no such delivery.'),
  contract_not_found: kind(404, 'There is no such contract.'),
  execution_not_found: kind(404, 'There is no such execution.'),
  kyc_assessment_not_found: kind(404, 'There is no such assessment of an identity.'),
  aml_run_not_found: kind(404, 'There is no such run of the monitor.'),
  aml_alert_not_found: kind(404, 'There is no such alert about money laundering.'),
  aml_case_not_found: kind(404, 'There is no such case.'),
  credit_assessment_not_found: kind(404, 'There is no such credit assessment.'),
  training_not_found: kind(404, 'There is no such training.'),
  dataset_not_found: kind(404, 'There is no such data set, or it has run out.'),
  model_not_found: kind(404, 'There is no such model.'),
  deployment_not_found: kind(404, 'There is no such deployment.'),
  risk_decision_not_found: kind(404, 'There is no such decision about risk.'),
  review_not_found: kind(404, 'There is no such review.'),
  key_not_found: kind(404, 'There is no such API key.'),
  application_not_found: kind(404, 'There is no such application.'),
  method_not_allowed: kind(405, 'This address does not know that method.'),
  not_acceptable: kind(406, 'The answer does not exist in a format that is accepted.'),
  email_taken: kind(409, 'A developer with that e-mail address is registered already.'),
  currency_in_wallet: kind(409, 'The wallet has an account in that currency.'),
  duplicate_reference: kind(409, 'Another transaction has that reference.'),
  model_version_exists: kind(409, 'The model has that version; bring another one.'),
  model_not_deployable: kind(409, 'That version is not deployed, or not again.'),
  deployment_in_progress: kind(409, 'Another deployment for that task is on its way.'),
  approval_required: kind(409, 'A person of the bank has to agree first.'),
  not_reversible: kind(409, 'That is not reversed; make a new transaction.'),
  transaction_not_held: kind(409, 'The transaction has no hold that can be used.'),
  transaction_in_use: kind(409, 'Another execution uses the hold of the transaction.'),
  kyc_assessment_open: kind(409, 'The customer has an assessment that is not over.'),
  screening_unresolved: kind(409, 'The customer has screening hits that nobody cleared.'),
  invalid_state_transition: kind(409, 'The state does not allow this.'),
  webhook_endpoint_limit: kind(409, 'There are as many webhook endpoints as there may be.'),
  dataset_limit: kind(409, 'There are as many data sets as there may be.'),
  alert_limit: kind(409, 'The account has as many alerts as there may be.'),
  transaction_not_posted: kind(409, 'Only what is booked is in the log.'),
  overdraft_in_use: kind(409, 'More of the overdraft is used than the new limit.'),
  account_not_empty: kind(409, 'The account still has money, holds or schedules on it.'),
  version_conflict: kind(412, 'The object has changed since it was read.'),
  payload_too_large: kind(413, 'The body is too large.'),
  unsupported_media_type: kind(415, 'The body has to be application/json.'),
  idempotency_key_reused: kind(422, 'The key was used with another body.'),
  validation_failed: kind(422, 'Fields of the body are wrong.'),
  amount_not_integer: kind(422, 'An amount is a whole number of minor units.'),
  amount_out_of_range: kind(
    422,
    'An amount is out of range; at most 9007199254740991 minor units.',
  ),
  currency_not_supported: kind(422, 'The currency is not an active ISO 4217 currency.'),
  unknown_event_type: kind(422, 'No event has that type.'),
  url_invalid: kind(422, 'The URL is not one that a request can be sent to.'),
  url_not_allowed: kind(422, 'Webhooks are not sent to such an address.'),
  value_out_of_range: kind(422, 'More value than the function takes.'),
  amount_mismatch: kind(422, 'The amount is not that of the transaction.'),
  hold_too_short: kind(422, 'The hold ends before the execution can be final.'),
  contract_reverted: kind(422, 'The contract refuses the call.'),
  dataset_invalid: kind(422, 'The data set is not one that a model can learn from.'),
  dataset_too_small: kind(422, 'The data set has too few rows, or too few events.'),
  task_not_offered: kind(422, 'Models for that task are not trained here.'),
  algorithm_not_offered: kind(422, 'Models are not trained that way here.'),
  model_input_invalid: kind(422, 'A row is not one that the card allows.'),
  model_not_approved: kind(422, 'The bank has not agreed to the version.'),
  model_protected_attribute: kind(422, 'Credit is not decided by a protected attribute.'),
  model_features_mismatch: kind(422, 'Its features are not those that the task is asked with.'),
  gate_failed: kind(422, 'The version did not pass a gate.'),
  artifact_hash_mismatch: kind(503, 'The file of the model is not the one that was registered.'),
  same_account: kind(422, 'Source and destination are the same account.'),
  currency_not_in_wallet: kind(422, 'The wallet has no account in that currency.'),
  same_currency: kind(422, 'Source and destination have the same currency.'),
  quote_mismatch: kind(422, 'The quote is for other currencies or another amount.'),
  rate_not_available: kind(422, 'There is no exchange rate for that currency.'),
  insufficient_history: kind(422, 'There is too little history to say anything.'),
  consent_missing: kind(422, 'The customer has not agreed to it.'),
  schedule_invalid: kind(422, 'These dates or terms do not make a schedule.'),
  rate_limited: kind(429, 'Too many requests.', true),
  mfa_locked: kind(429, 'Too many wrong codes; none is looked at for a while.', true),
  concurrency_limited: kind(429, 'Too many open streams.', true),
  internal_error: kind(500, 'Something went wrong on our side.', true),
  chain_not_configured: kind(503, 'No chain is configured here.'),
  chain_unavailable: kind(503, 'The chain does not answer; nothing was accepted.', true),
  transaction_failed: kind(503, 'A technical fault ended the transaction; nothing was booked.'),
  ledger_unavailable: kind(503, 'The ledger cannot write now; nothing was accepted.', true),
  rates_unavailable: kind(503, 'No exchange rates are there, or they are too old.', true),
  workflow_unavailable: kind(503, 'Too much work is waiting; nothing was accepted.', true),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof REQUEST_ERRORS | RefusalCode | RejectionCode;

/** Rejections that say: somebody was faster. */
const CONFLICTS: ReadonlySet<RejectionCode> = new Set(['already_reversed']);

/** All codes with their status; rejections follow in their published order of precedence. */
export const CATALOGUE: Readonly<Record<ErrorCode, ErrorKind>> = {
  ...REQUEST_ERRORS,
  ...MODEL_ERRORS,
  ...(Object.fromEntries(
    REJECTIONS.map((row) => [
      row.code,
      kind(CONFLICTS.has(row.code) ? 409 : 422, row.meaning, row.transient),
    ]),
  ) as Record<RejectionCode, ErrorKind>),
};

/** One field at fault: a JSON pointer into the body, or the name of a parameter. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

export interface ProblemFields {
  readonly errors?: readonly FieldError[];
  readonly transactionId?: string;
  readonly paymentId?: string;
  readonly batchId?: string;
  readonly existingId?: string;
  readonly retryAfterSeconds?: number;
  /** The limit that said no. */
  readonly limit?: ExceededLimit;
  /** The error of a contract, by its name. */
  readonly revert?: { readonly name: string; readonly args: object };
  readonly headers?: Readonly<Record<string, string>>;
  /** What failed underneath: for the log, never for the caller. */
  readonly cause?: unknown;
}

/** A no that the client is to read. Anything else that is thrown is a fault of ours. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly fields: ProblemFields;

  constructor(code: ErrorCode, detail?: string, fields: ProblemFields = {}) {
    super(detail ?? CATALOGUE[code].title, { cause: fields.cause });
    this.code = code;
    this.fields = fields;
  }
}

/** The problem that a refusal of the ledger is answered with. */
export function refusalProblem({ code, fields }: Refusal): Problem {
  const { detail, pointer, message, fieldCode = code, ...others } = fields;
  const said = message ?? detail ?? CATALOGUE[code].title;
  const errors = [{ pointer: pointer ?? '', code: fieldCode, message: said }];
  return new Problem(code, detail, pointer === undefined ? others : { ...others, errors });
}

const DOCS = 'https://kontor.dev/errors/';

/** The answer to a problem: body, status and headers, beside those that were set before it. */
export function problemResponse(c: Context, problem: Problem, requestId: string): Response {
  const { status, title, retryable } = CATALOGUE[problem.code];
  const {
    errors,
    transactionId,
    paymentId,
    batchId,
    existingId,
    limit,
    retryAfterSeconds,
    revert,
    headers,
  } = problem.fields;
  const body = {
    type: `${DOCS}${problem.code}`,
    title,
    status,
    detail: problem.message,
    instance: c.req.path,
    code: problem.code,
    requestId,
    retryable,
    ...(errors ? { errors } : {}),
    ...(transactionId ? { transactionId } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(batchId ? { batchId } : {}),
    ...(existingId ? { existingId } : {}),
    ...(limit ? { limit } : {}),
    ...(revert ? { revert } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  };
  return c.body(JSON.stringify(body), status as ContentfulStatusCode, {
    'content-type': 'application/problem+json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="kontor"' } : {}),
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    ...headers,
  });
}
