// All errors of the API: the catalogue with HTTP statuses, and the body (RFC 9457).
// docs/build/errors.md and the pages below /errors are generated from the catalogue.

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ExceededLimit } from '../../ledger/limits.ts';
import { MODEL_REFUSALS, type ModelRefusalCode } from '../../ledger/models/model-refusal.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { REJECTIONS, type RejectionCode } from '../../ledger/rejection.ts';
import { REMEDIES } from './error-remedies.ts';

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

/** The refusals of the gate for model files; a file that is too large has status 413. */
const MODEL_ERRORS = Object.fromEntries(
  Object.entries(MODEL_REFUSALS).map(([code, title]) => {
    return [code, kind(code === 'model_too_large' ? 413 : 422, title)];
  }),
) as Record<ModelRefusalCode, ErrorKind>;

const REQUEST_ERRORS = {
  body_required: kind(400, 'The request has no body, and this operation requires one.'),
  malformed_json: kind(400, 'The body is not valid JSON.'),
  malformed_http: kind(400, 'The request is not valid HTTP.'),
  malformed_form: kind(400, 'The body is not a valid form, or is cut off.'),
  invalid_parameter: kind(400, 'A path parameter, query parameter or header has an invalid value.'),
  missing_parameter: kind(400, 'A required parameter or header is missing.'),
  invalid_cursor: kind(400, 'The cursor does not come from a page of this list.'),
  invalid_date_range: kind(
    400,
    'The date range is empty or lies outside the range that can be read.',
  ),
  missing_credentials: kind(401, 'The Authorization header is missing.'),
  invalid_api_key: kind(401, 'The API key is unknown.'),
  invalid_token: kind(401, 'The access token is unknown, was withdrawn, or is not yours to use.'),
  invalid_session: kind(401, 'The session of the browser is unknown or has ended.'),
  expired_token: kind(401, 'The access token has expired.'),
  expired_api_key: kind(401, 'The API key has expired.'),
  invalid_email_code: kind(401, 'The code is unknown, was used, or has expired.'),
  invalid_link: kind(401, 'The link was used, has expired, or belongs to another browser.'),
  invalid_claim_code: kind(401, 'The claim code is unknown, was used, or has expired.'),
  revoked_api_key: kind(401, 'The API key was revoked.'),
  mfa_invalid: kind(401, 'The MFA code is wrong or was used before.'),
  mfa_required: kind(401, 'The operation requires the second factor of the customer.'),
  passkey_invalid: kind(401, 'The answer of the authenticator is not accepted.'),
  ip_not_allowed: kind(403, 'The API key does not allow requests from this address.'),
  environment_mismatch: kind(
    403,
    'The operation is not available in the environment of the credential.',
  ),
  insufficient_scope: kind(403, 'The credential lacks the scope that this operation requires.'),
  role_required: kind(403, 'The roles of the operator do not allow this operation.'),
  developer_suspended: kind(403, 'The developer account is suspended.'),
  production_access_not_approved: kind(403, 'The developer has no approved access to production.'),
  function_not_allowed: kind(
    403,
    'The contract has no function of that name that callers may use.',
  ),
  kyc_required: kind(403, 'The identity of the customer is not verified.'),
  not_found: kind(404, 'No resource exists at this path.'),
  account_not_found: kind(404, 'No account has that id.'),
  customer_not_found: kind(404, 'No customer has that id.'),
  transaction_not_found: kind(404, 'No transaction has that id.'),
  alert_not_found: kind(404, 'No balance alert has that id.'),
  passkey_not_found: kind(404, 'No passkey has that id.'),
  payment_not_found: kind(404, 'No payment has that id.'),
  wallet_not_found: kind(404, 'No wallet has that id.'),
  screening_hit_not_found: kind(404, 'No screening hit has that id.'),
  screening_clearance_not_found: kind(404, 'No clearance for all customers has that id.'),
  relied_list_not_found: kind(404, 'No approval of a stale list has that id.'),
  batch_not_found: kind(404, 'No batch has that id.'),
  hold_not_found: kind(404, 'No hold has that id.'),
  quote_not_found: kind(404, 'No quote has that id.'),
  conversation_not_found: kind(404, 'No conversation has that id.'),
  intent_not_found: kind(404, 'No instruction has that id.'),
  schedule_not_found: kind(404, 'No schedule has that id.'),
  event_not_found: kind(404, 'No event has that id.'),
  checkpoint_not_found: kind(404, 'No checkpoint has that id.'),
  webhook_endpoint_not_found: kind(404, 'No webhook endpoint has that id.'),
  webhook_delivery_not_found: kind(404, 'No webhook delivery has that id.'),
  contract_not_found: kind(404, 'No smart contract has that name.'),
  execution_not_found: kind(404, 'No contract execution has that id.'),
  kyc_assessment_not_found: kind(404, 'No KYC assessment has that id.'),
  kyc_file_not_found: kind(404, 'No image of a document has that id, or it has expired.'),
  aml_run_not_found: kind(404, 'No run of the AML monitor has that id.'),
  aml_alert_not_found: kind(404, 'No AML alert has that id.'),
  aml_case_not_found: kind(404, 'No AML case has that id.'),
  credit_assessment_not_found: kind(404, 'No credit assessment has that id.'),
  training_not_found: kind(404, 'No training job has that id.'),
  evaluation_not_found: kind(404, 'No evaluation of that version has that id.'),
  model_batch_not_found: kind(404, 'No batch of scores of that version has that id.'),
  dataset_not_found: kind(404, 'No data set has that id, or the data set has expired.'),
  model_not_found: kind(404, 'No model has that id or version.'),
  deployment_not_found: kind(404, 'No deployment has that id.'),
  risk_decision_not_found: kind(404, 'No risk decision has that id.'),
  decision_not_found: kind(404, 'No decision about a customer has that id.'),
  decision_contest_not_found: kind(404, 'No contest of a decision has that id.'),
  review_not_found: kind(404, 'No review has that id.'),
  finding_not_found: kind(404, 'The model has no finding with that id.'),
  work_item_not_found: kind(404, 'No item of work has that id.'),
  key_not_found: kind(404, 'No API key has that id.'),
  request_not_found: kind(404, 'No request of the last 30 days has that id.'),
  oauth_client_not_found: kind(404, 'No active OAuth client has that id.'),
  operator_not_found: kind(404, 'No operator has that id.'),
  approval_not_found: kind(404, 'No approval has that id, or is about that object.'),
  application_not_found: kind(404, 'No application for production access has that id.'),
  method_not_allowed: kind(405, 'This path does not support that HTTP method.'),
  not_acceptable: kind(
    406,
    'The response is not available in any format that the Accept header names.',
  ),
  upload_too_slow: kind(408, 'The body of the upload arrives too slowly.', true),
  request_too_slow: kind(408, 'The request arrives too slowly.', true),
  commit_lost: kind(409, 'The bank does not have the commits that Kontor-Commit names.'),
  email_taken: kind(409, 'That e-mail address is already registered.'),
  currency_in_wallet: kind(409, 'The wallet already has an account in that currency.'),
  duplicate_reference: kind(409, 'Another transaction already has that reference.'),
  model_version_exists: kind(409, 'The model already has that version.'),
  model_not_deployable: kind(
    409,
    'The model version is in a stage from which it cannot be deployed.',
  ),
  deployment_in_progress: kind(409, 'Another deployment for the same task is in progress.'),
  approval_required: kind(409, 'An operator of the bank has to approve this first.'),
  waiver_required: kind(
    409,
    'A finding speaks against the version, and the bank has not waived it.',
  ),
  not_reversible: kind(409, 'The transaction cannot be reversed in its present state.'),
  already_captured: kind(409, 'The transaction was captured with another amount.'),
  transaction_not_held: kind(409, 'The transaction has no active hold.'),
  transaction_in_use: kind(409, 'A contract execution uses the hold of the transaction.'),
  kyc_assessment_open: kind(409, 'The customer already has an open KYC assessment.'),
  kyc_file_in_use: kind(409, 'A document of an assessment already names the image.'),
  kyc_file_limit: kind(409, 'Too many images wait for a document that names them.'),
  screening_unresolved: kind(409, 'The customer has sanctions hits that no operator has cleared.'),
  invalid_state_transition: kind(
    409,
    'The present state of the object does not allow this operation.',
  ),
  oauth_client_limit: kind(409, 'The environment already has the maximum number of OAuth clients.'),
  sign_in_name_taken: kind(409, 'Another customer already has that sign-in name.'),
  last_admin: kind(409, 'The operator is the last active admin.'),
  key_limit: kind(409, 'The developer already has the maximum number of active API keys.'),
  webhook_endpoint_limit: kind(
    409,
    'The environment already has the maximum number of webhook endpoints.',
  ),
  dataset_limit: kind(409, 'The developer already has the maximum number of data sets.'),
  storage_quota_exceeded: kind(
    409,
    'The developer keeps as many bytes with the bank as one developer may.',
  ),
  alert_limit: kind(409, 'The account already has the maximum number of alerts.'),
  transaction_not_posted: kind(
    409,
    'The transaction is not booked, so the log has no entry for it.',
  ),
  overdraft_in_use: kind(409, 'The account already uses more of the overdraft than the new limit.'),
  account_not_empty: kind(409, 'The account still has money, holds or schedules.'),
  events_archived: kind(410, 'Events of that age lie in the archive of the bank.'),
  decision_archived: kind(410, 'The decision is in an archive file that is not available.'),
  timeline_archived: kind(410, 'The steps are in an archive file that is not available.'),
  erasure_not_due: kind(409, 'Business is open, or the law requires the records to be kept.'),
  version_conflict: kind(412, 'The object has changed since it was read.'),
  payload_too_large: kind(413, 'The body is too large.'),
  unsupported_media_type: kind(
    415,
    'The body does not have the content type that this operation requires.',
  ),
  idempotency_key_reused: kind(422, 'The Idempotency-Key was already used with a different body.'),
  validation_failed: kind(422, 'Some fields of the body are invalid.'),
  amount_not_integer: kind(422, 'An amount is not a whole number of minor units.'),
  amount_out_of_range: kind(
    422,
    'An amount is out of range; the maximum is 9007199254740991 minor units.',
  ),
  currency_not_supported: kind(422, 'The currency is not an active ISO 4217 currency.'),
  unknown_event_type: kind(422, 'No event has that type.'),
  url_invalid: kind(422, 'The URL is not a valid webhook address.'),
  url_not_allowed: kind(422, 'The bank does not send webhooks to an address of this kind.'),
  value_out_of_range: kind(
    422,
    'The value exceeds the maximum that the contract function accepts.',
  ),
  amount_mismatch: kind(422, 'The amount differs from the amount that the transaction holds.'),
  hold_too_short: kind(422, 'The hold ends before the contract execution can be final.'),
  contract_reverted: kind(422, 'The smart contract reverted the call.'),
  kyc_file_invalid: kind(422, 'The file is not an image that the bank accepts.'),
  dataset_invalid: kind(422, 'The data set cannot be used for training.'),
  dataset_too_small: kind(
    422,
    'The data set has too few rows, or too few rows of the rarer label.',
  ),
  task_not_offered: kind(422, 'The bank does not train models for that task.'),
  algorithm_not_offered: kind(422, 'The bank does not train models with that algorithm.'),
  model_input_invalid: kind(
    422,
    'A row does not match the features that the model card describes.',
  ),
  model_not_approved: kind(422, 'No operator has approved the model version.'),
  model_protected_attribute: kind(422, 'A credit model may not use a protected attribute.'),
  model_features_mismatch: kind(
    422,
    'The features of the model are not those that the task supplies.',
  ),
  gate_failed: kind(422, 'The model version failed a deployment gate.'),
  model_unavailable: kind(
    409,
    'The version is stopped, because its calls took more time or memory than a call may.',
  ),
  model_limit_exceeded: kind(422, 'The call took more time or memory than a call of a model may.'),
  artifact_hash_mismatch: kind(503, 'The stored model file does not match its registered hash.'),
  kyc_file_damaged: kind(503, 'The stored image was damaged or replaced.'),
  same_account: kind(422, 'Source and destination are the same account.'),
  currency_not_in_wallet: kind(422, 'The wallet has no account in that currency.'),
  same_currency: kind(422, 'Source and destination have the same currency.'),
  confirmation_expired: kind(422, 'The time to confirm the instruction has expired.'),
  confirmation_mismatch: kind(
    422,
    'The confirmation token does not belong to this instruction and its terms.',
  ),
  quote_mismatch: kind(422, 'The quote is for other currencies or another amount.'),
  rate_not_available: kind(422, 'No exchange rate is available for that currency.'),
  insufficient_history: kind(
    422,
    'The account or customer has too little history for this assessment.',
  ),
  consent_missing: kind(422, 'The customer has not consented to the use of this data.'),
  schedule_invalid: kind(422, 'The dates or terms do not form a valid schedule.'),
  headers_too_large: kind(431, 'The address and the headers of the request are too long.'),
  rate_limited: kind(429, 'The client sends requests too fast.', true),
  mfa_locked: kind(429, 'The second factor is locked after too many wrong codes.', true),
  concurrency_limited: kind(
    429,
    'Too many streams, uploads or training jobs run at the same time.',
    true,
  ),
  internal_error: kind(
    500,
    'The bank failed to process the request because of an internal fault.',
    true,
  ),
  scorers_busy: kind(503, 'The machine has no time for the model at the moment.', true),
  uploads_unavailable: kind(503, 'The bank takes no more uploads at the moment.', true),
  passkeys_not_configured: kind(503, 'This bank has no domain name, which passkeys require.'),
  mail_not_configured: kind(503, 'This bank sends no e-mail.'),
  chain_not_configured: kind(503, 'This bank has no blockchain configured.'),
  chain_unavailable: kind(503, 'The blockchain node does not respond; nothing was accepted.', true),
  transaction_failed: kind(503, 'A technical fault ended the transaction; nothing was booked.'),
  ledger_unavailable: kind(
    503,
    'The ledger cannot be written at the moment; nothing was accepted.',
    true,
  ),
  replica_behind: kind(
    503,
    'This process of the bank does not have the commits that Kontor-Commit names yet.',
    true,
  ),
  rates_unavailable: kind(503, 'Exchange rates are missing or out of date.', true),
  workflow_unavailable: kind(
    503,
    'Too many transactions are waiting, or a workflow does not respond in time.',
    true,
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof REQUEST_ERRORS | ModelRefusalCode | RejectionCode;

/** Rejections of an act that an earlier request has already done. */
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
  /** The limit that the request exceeds. */
  readonly limit?: ExceededLimit;
  /** The error of a contract, by its name. */
  readonly revert?: { readonly name: string; readonly args: object };
  readonly headers?: Readonly<Record<string, string>>;
  /** The technical cause for the log, which the caller never sees. */
  readonly cause?: unknown;
}

/** An error that the client may see. Any other thrown error is an internal fault. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly fields: ProblemFields;

  constructor(code: ErrorCode, detail?: string, fields: ProblemFields = {}) {
    super(detail ?? `${CATALOGUE[code].title} ${REMEDIES[code]}`, { cause: fields.cause });
    this.code = code;
    this.fields = fields;
  }
}

/** @param pointer the only part of the request at fault, such as `/amount` */
export function fieldProblem(code: ErrorCode, pointer: string, message: string): Problem {
  return new Problem(code, message, { errors: [{ pointer, code, message }] });
}

/** Returns the problem of a field whose value the schema allows but the operation does not. */
export function invalidField(pointer: string, message: string, code = 'invalid'): Problem {
  return new Problem('validation_failed', undefined, { errors: [{ pointer, code, message }] });
}

/** Returns the problem for a refusal of the ledger. */
export function refusalProblem({ code, fields }: Refusal): Problem {
  const { detail, pointer, message, fieldCode = code, ...rest } = fields;
  const text = message ?? detail ?? CATALOGUE[code].title;
  const errors = [{ pointer: pointer ?? '', code: fieldCode, message: text }];
  return new Problem(code, detail, pointer === undefined ? rest : { ...rest, errors });
}

/** The page of an error, relative to the bank that answers (docs/decisions/api.md). */
export const errorPath = (code: ErrorCode) => `/errors/${code}`;

interface RequestContext {
  readonly requestId: string;
  readonly instance: string;
  /** The id of another customer's transaction is not disclosed. */
  readonly isForCustomer?: boolean;
}

/** Returns the body of a problem as text. */
function problemBody(problem: Problem, context: RequestContext): string {
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
  } = problem.fields;
  return JSON.stringify({
    type: errorPath(problem.code),
    title,
    status,
    detail: problem.message,
    instance: context.instance,
    code: problem.code,
    requestId: context.requestId,
    retryable,
    ...(errors ? { errors } : {}),
    ...(transactionId ? { transactionId } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(batchId ? { batchId } : {}),
    ...(existingId && !context.isForCustomer ? { existingId } : {}),
    ...(limit ? { limit } : {}),
    ...(revert ? { revert } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  });
}

/** Returns a problem as the client receives it, for the OpenAPI document. */
export function problemExample(code: ErrorCode, fields: ProblemFields = {}): object {
  const context = { requestId: 'req_06ayx0rw7mf5w0h1y6k2v3c4d5', instance: '/v1/transactions' };
  return JSON.parse(problemBody(new Problem(code, undefined, fields), context));
}

const PROBLEM_TYPE = { 'content-type': 'application/problem+json' };

/** Returns the answer to a problem, which keeps the headers that were set before. */
export function problemResponse(c: Context, problem: Problem, requestId: string): Response {
  const { status } = CATALOGUE[problem.code];
  const { retryAfterSeconds, headers } = problem.fields;
  const isForCustomer = c.get('caller')?.kind === 'customer';
  const body = problemBody(problem, { requestId, instance: c.req.path, isForCustomer });
  return c.body(body, status as ContentfulStatusCode, {
    ...PROBLEM_TYPE,
    ...(status === 401 ? { 'www-authenticate': 'Bearer realm="kontor"' } : {}),
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    ...headers,
  });
}

/** Created once, because its stack and text would cost more than the rest of the answer. */
const NOT_ADMITTED = new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
const PLACEHOLDERS = { requestId: 'REQUEST', instance: 'INSTANCE' };
const [BEFORE_INSTANCE = '', BEFORE_ID = '', AFTER_ID = ''] = problemBody(
  NOT_ADMITTED,
  PLACEHOLDERS,
).split(/"(?:INSTANCE|REQUEST)"/);

/** Answers an unread request with 503. */
export function refuseUnreadRequest(
  outgoing: ServerResponse,
  context: { requestId: string; instance: string },
): void {
  const body =
    BEFORE_INSTANCE +
    JSON.stringify(context.instance) +
    BEFORE_ID +
    JSON.stringify(context.requestId) +
    AFTER_ID;
  outgoing.writeHead(CATALOGUE[NOT_ADMITTED.code].status, [
    'content-type',
    PROBLEM_TYPE['content-type'],
    'content-length',
    String(Buffer.byteLength(body)),
    'retry-after',
    '1',
    'x-request-id',
    context.requestId,
    'cache-control',
    'no-store',
  ]);
  outgoing.end(body);
}

const PARSER_ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
};

/**
 * Returns the whole HTTP answer to a request that the HTTP parser refused.
 * @param fault error code of the parser
 */
export function unreadAnswer(fault: string, requestId: string): string {
  const code = PARSER_ERROR_CODES[fault] ?? 'malformed_http';
  const { status } = CATALOGUE[code];
  const body = problemBody(new Problem(code), { requestId, instance: '' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE['content-type']}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
