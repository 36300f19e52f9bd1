// The table of operations that a customer may call through an app, with a check of the requested
// objects. Operations outside the table are refused for tokens of customers, so that new operations
// are closed by default.

import type { Context, MiddlewareHandler } from 'hono';
import type { AccountFilter } from '../../db/accounts/reads.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import type { CustomerCaller } from '../../identity/caller.ts';
import type { AppEnv, Deps } from './context.ts';
import { fieldProblem, invalidField, Problem } from './errors.ts';

interface CustomerRequest {
  readonly c: Context<AppEnv>;
  readonly caller: CustomerCaller;
  readonly deps: Deps;
}

/** @throws Problem unless a request concerns only objects of the customer */
type Rule = (request: CustomerRequest) => Promise<void> | void;

const OPEN_OPERATIONS: Readonly<Record<string, Rule>> = {
  getCustomer: requireOwnCustomer,
  // The handler filters by `createAccountFilter`.
  listAccounts: allowAll,
  getAccount: requireChosenAccount,
  getBalance: requireChosenAccount,
  getStatement: requireChosenAccount,
  getLimits: requireChosenAccount,
  getOverdraft: requireChosenAccount,
  listTransactions: requireChosenAccountsInQuery,
  getTransaction: (request) => requireChosenTransactionInPath(request, 'either'),
  getTimeline: (request) => requireChosenTransactionInPath(request, 'payer'),
  createTransaction: requireOwnTransfer,
  confirmTransaction: (request) => requireChosenTransactionInPath(request, 'payer'),
  passkeyOptions: requireOwnPasskey,
  listExchangeRates: allowAll,
};

/** True when customers may call an operation through an app. */
export function isOpenToCustomers(operationId: string): boolean {
  return Object.hasOwn(OPEN_OPERATIONS, operationId);
}

/** Operations that customers may call through an app. */
export const OPEN_TO_CUSTOMERS = Object.keys(OPEN_OPERATIONS);

/**
 * Returns the middleware that checks requests of customers against the table. Other callers pass.
 */
export function restrictToOwnObjects(operationId: string, deps: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get('caller');
    if (caller?.kind !== 'customer') return next();
    const rule = OPEN_OPERATIONS[operationId];
    if (!rule) throw new Problem('insufficient_scope');
    await rule({ c, caller, deps });
    await next();
    await hidePayerFields(c, caller);
  };
}

/** Returns the filter of a list of accounts for a customer, and an empty one for a developer. */
export function createAccountFilter(
  c: Context<AppEnv>,
): Pick<AccountFilter, 'customerId' | 'onlyIds'> {
  const caller = c.get('caller');
  if (caller?.kind !== 'customer') return {};
  return { customerId: caller.customerId, onlyIds: [...caller.accountIds] };
}

function allowAll(): void {}

function requireOwnCustomer({ c, caller }: CustomerRequest): void {
  if (c.req.param('customerId') !== caller.customerId) throw new Problem('customer_not_found');
}

function requireChosenAccount({ c, caller }: CustomerRequest): void {
  if (!caller.accountIds.has(c.req.param('accountId') ?? '')) {
    throw new Problem('account_not_found');
  }
}

function requireChosenAccountsInQuery({ c, caller }: CustomerRequest): void {
  const accountIds = c.req.queries('accountId') ?? [];
  if (accountIds.length === 0) {
    const message = 'An app lists the transactions of one account: name it.';
    throw fieldProblem('missing_parameter', 'accountId', message);
  }
  if (!accountIds.every((id) => caller.accountIds.has(id))) throw new Problem('account_not_found');
}

/** @param side the side whose account must be in the consent: the payer's, or either one */
function requireChosenTransactionInPath(request: CustomerRequest, side: 'payer' | 'either') {
  return requireChosenTransaction(request, request.c.req.param('transactionId') ?? '', side);
}

async function requireChosenTransaction(
  { caller, deps }: CustomerRequest,
  id: string,
  side: 'payer' | 'either',
) {
  const { tenantId, environment } = caller.within;
  const { ledger } = deps.environments[environment];
  const transaction = await findTransaction(ledger, tenantId, id);
  if (
    !transaction ||
    !(isPayer(caller, transaction) || (side === 'either' && isPayee(caller, transaction)))
  ) {
    throw new Problem('transaction_not_found');
  }
}

type Sides = Pick<TransactionView, 'sourceAccountId' | 'destinationAccountId'>;

function isPayer(caller: CustomerCaller, { sourceAccountId, destinationAccountId }: Sides) {
  // A deposit has no source account, so its receiver owns it.
  return caller.accountIds.has(sourceAccountId ?? destinationAccountId ?? '');
}

function isPayee(caller: CustomerCaller, { destinationAccountId }: Sides): boolean {
  return caller.accountIds.has(destinationAccountId ?? '');
}

/** Customers may only transfer from their accounts; deposits and holds are up to the developer. */
async function requireOwnTransfer({ c, caller }: CustomerRequest): Promise<void> {
  const body: unknown = await c.req.json();
  // The schema refuses a body that is not an object.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const { type, capture, sourceAccountId } = body as Record<string, unknown>;
  if (type !== 'transfer')
    throw createRefusal('/type', 'Through an app a customer makes transfers only.');
  if (capture !== undefined && capture !== 'automatic') {
    throw createRefusal('/capture', 'Through an app a customer pays at once.');
  }
  if (typeof sourceAccountId !== 'string' || !caller.accountIds.has(sourceAccountId)) {
    const message = 'No account of the consent has this id.';
    const errors = [{ pointer: '/sourceAccountId', code: 'account_not_found', message }];
    throw new Problem('account_not_found', undefined, { errors });
  }
}

/**
 * An app may request the signature of its customer, for a payment from an account of the consent.
 */
async function requireOwnPasskey(request: CustomerRequest): Promise<void> {
  const body: unknown = await request.c.req.json();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const { customerId, transactionId } = body as Record<string, unknown>;
  if (customerId !== request.caller.customerId) throw new Problem('customer_not_found');
  if (typeof transactionId !== 'string') {
    throw createRefusal('/transactionId', 'Through an app a customer signs for a payment.');
  }
  await requireChosenTransaction(request, transactionId, 'payer');
}

function createRefusal(pointer: string, message: string): Problem {
  return invalidField(pointer, message, 'validation_failed');
}

/** Fields that the payer set or that assess the payer, which the payee may not see. */
const PAYER_FIELDS = {
  statusReason: null,
  reference: null,
  externalParty: null,
  context: null,
  risk: null,
  fees: [],
  metadata: {},
} as const;

async function hidePayerFields(c: Context<AppEnv>, caller: CustomerCaller): Promise<void> {
  const isJson = c.res.headers.get('content-type')?.startsWith('application/json');
  if (!c.res.ok || !isJson) return;
  const body = (await c.res.clone().json()) as Record<string, unknown>;
  const visibleBody = withoutPayerFields(caller, body);
  if (visibleBody === body) return;
  const { status, headers } = c.res;
  c.res = new Response(JSON.stringify(visibleBody), { status, headers });
}

type Body = Record<string, unknown>;

function withoutPayerFields(caller: CustomerCaller, body: Body): Body {
  if (body.object === 'list' && Array.isArray(body.data)) {
    const data = body.data as Body[];
    const visibleItems = data.map((item) => withoutPayerFields(caller, item));
    return visibleItems.some((item, index) => item !== data[index])
      ? { ...body, data: visibleItems }
      : body;
  }
  if (body.object !== 'transaction' || isPayer(caller, body as unknown as Sides)) return body;
  const timeline = 'timeline' in body ? { timeline: [], timelineArchivedThrough: 0 } : {};
  return { ...body, ...PAYER_FIELDS, ...timeline };
}
