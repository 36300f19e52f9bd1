// GET /v1/ops/approvals/{approvalId}/file: everything needed to decide a request: the requester,
// the reason, the names of the people concerned, and each value before and after.

import { createRoute, z } from '@hono/zod-openapi';
import { findAccounts, tenantOfAccount } from '../../../db/accounts/reads.ts';
import { findAccountApproval, findApproval } from '../../../db/approvals/reads.ts';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { findTransactions } from '../../../db/transactions/reads.ts';
import { mayDo } from '../../../identity/operator-roles.ts';
import { isId } from '../../../ledger/id.ts';
import type { Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, pathId } from '../../kit/schemas.ts';
import { readSubjects } from '../customers/subject.ts';
import { environmentQuery } from '../kit/environment.ts';
import { approvalSchema, platformApprovalView } from './approval-schema.ts';
import { type Change, changeSchema, describeChanges } from './changes.ts';

const sideSchema = z.object({
  role: z.enum(['payer', 'payee', 'account']),
  accountId: z.string().nullable(),
  accountName: z.string().nullable(),
  customerId: z.string().nullable(),
  name: z.string().nullable().openapi({
    description:
      'Name of the customer or of the external party; null for roles that see no customers.',
  }),
  country: z.string().nullable(),
});

type Side = z.output<typeof sideSchema>;

const fileSchema = z
  .object({
    object: z.literal('approval_file'),
    approval: approvalSchema,
    developer: z
      .object({
        id: z.string(),
        company: z.string(),
        country: z.string(),
        useCase: z.string().nullable(),
        expectedVolume: z.string().nullable(),
      })
      .nullable(),
    initiator: z
      .object({ kind: z.enum(['operator', 'api_key']), id: z.string(), name: z.string() })
      .nullable()
      .openapi({ description: 'Name of the requester; null when the requester has no name.' }),
    sides: z.array(sideSchema),
    description: z.string().nullable().openapi({ description: 'Only for a payment.' }),
    changes: z.array(changeSchema),
  })
  .openapi('ApprovalFile');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/approvals/{subjectId}/file',
  operationId: 'getApprovalFile',
  tags: ['ops'],
  summary: 'Read the details of an approval request',
  description: 'Takes the id of the transaction or the account, otherwise the id of the approval.',
  request: { params: pathId('approval', 'subjectId'), query: environmentQuery },
  responses: { 200: jsonAnswer('The request with its facts.', fileSchema) },
});

export const getApprovalFile = operation('operator', route, (deps) => async (c) => {
  const { subjectId = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const { ledger } = deps.environments[environment];
  const canSeeNames = mayDo(operatorOf(c).roles, 'getCustomerAsOperator');
  const facts = isId('transaction', subjectId)
    ? await readPaymentFacts(ledger, subjectId)
    : isId('account', subjectId)
      ? await readAccountFacts(ledger, subjectId)
      : await readRequestFacts(deps, { environment, subjectId });
  if (!facts) throw new Problem('approval_not_found');
  const { approval, changes, description, accounts, externalSides } = facts;
  const [tenantId = null] = accounts.map((account) => tenantOfAccount(ledger, account.id));
  const developerId = approval.developerId ?? (tenantId && developerOfTenant(tenantId));
  const developer = developerId ? await deps.platform.findDeveloper(developerId) : null;
  const { id, company, country, useCase, expectedVolume } = developer ?? {};
  const body = {
    object: 'approval_file' as const,
    approval,
    developer:
      id && company && country
        ? { id, company, country, useCase: useCase ?? null, expectedVolume: expectedVolume ?? null }
        : null,
    initiator: await findInitiator(deps, approval, developerId),
    sides: [...describeSides(ledger, accounts, canSeeNames), ...(canSeeNames ? externalSides : [])],
    description: canSeeNames ? description : null,
    changes,
  };
  return c.json(body, 200);
});

/** Returns the requesting operator or API key with its name. */
async function findInitiator(
  { platform }: Pick<Deps, 'platform'>,
  { transaction, account, request }: z.input<typeof approvalSchema>,
  developerId: string | null,
) {
  const id = transaction?.initiator ?? account?.initiator ?? request?.initiator ?? '';
  const operator = isId('operator', id) ? platform.operators.find(id) : null;
  if (operator) return { kind: 'operator' as const, id, name: operator.name };
  const isKey = developerId !== null && isId('apiKey', id);
  const key = isKey ? await platform.findKey(developerId, id) : null;
  return key && { kind: 'api_key' as const, id, name: key.name };
}

interface Facts {
  readonly approval: z.input<typeof approvalSchema>;
  readonly changes: Change[];
  readonly description: string | null;
  readonly accounts: readonly { readonly role: Side['role']; readonly id: string }[];
  readonly externalSides: readonly Side[];
}

const NO_DETAILS = { description: null, externalSides: [] as Side[] };

async function readPaymentFacts(ledger: Ledger, transactionId: string): Promise<Facts | null> {
  const approval = await findApproval(ledger, transactionId);
  const [payment] = findTransactions(ledger, [transactionId]);
  if (!approval || !payment) return null;
  const { sourceAccountId, destinationAccountId, amount, currency, externalParty } = payment;
  const accounts = [
    ...(sourceAccountId ? [{ role: 'payer' as const, id: sourceAccountId }] : []),
    ...(destinationAccountId ? [{ role: 'payee' as const, id: destinationAccountId }] : []),
  ];
  const knownAccounts = findAccounts(
    ledger,
    accounts.map(({ id }) => id),
  );
  const changes = accounts.flatMap(({ role, id }) => {
    const account = knownAccounts.find((account) => account.id === id);
    if (account?.currency !== currency) return [];
    const { posted } = account.balance;
    const to = posted + (role === 'payer' ? -amount : amount);
    return [{ field: `balance of the ${role}`, from: posted, to, currency }];
  });
  const { name = null, country = null } = (externalParty ?? {}) as Partial<Side>;
  const noAccount = { accountId: null, accountName: null, customerId: null };
  const role = sourceAccountId ? ('payee' as const) : ('payer' as const);
  const outsideParty = externalParty ? [{ role, ...noAccount, name, country }] : [];
  return {
    approval,
    changes,
    description: payment.description,
    accounts,
    externalSides: outsideParty,
  };
}

async function readAccountFacts(ledger: Ledger, accountId: string): Promise<Facts | null> {
  const approval = await findAccountApproval(ledger, accountId);
  if (!approval?.account) return null;
  const { status, freezeReason } = approval.account;
  const from = freezeReason === null ? status : `${status} (${freezeReason})`;
  const changes = [{ field: 'status', from, to: 'active', currency: null }];
  return { ...NO_DETAILS, approval, changes, accounts: [{ role: 'account', id: accountId }] };
}

async function readRequestFacts(
  deps: Pick<Deps, 'environments' | 'platform'>,
  subject: { readonly environment: 'sandbox' | 'production'; readonly subjectId: string },
): Promise<Facts | null> {
  const { approvals } = deps.platform;
  const row = approvals.find(subject.subjectId) ?? approvals.about(subject.subjectId);
  if (row?.environment !== subject.environment) return null;
  const terms = JSON.parse(row.terms) as { readonly accountId?: string };
  const id = isId('account', row.objectId) ? row.objectId : terms.accountId;
  const changes = await describeChanges(deps, row);
  const approval = platformApprovalView(row);
  const accounts = id === undefined ? [] : [{ role: 'account' as const, id }];
  return { ...NO_DETAILS, approval, changes, accounts };
}

function describeSides(ledger: Ledger, facts: Facts['accounts'], canSeeNames: boolean): Side[] {
  const accounts = findAccounts(
    ledger,
    facts.map(({ id }) => id),
  );
  const customerIds = accounts.map(({ customerId }) => customerId);
  const subjectOf = readSubjects(ledger, canSeeNames ? customerIds : []);
  return facts.flatMap(({ role, id }) => {
    const account = accounts.find((account) => account.id === id);
    if (!account) return [];
    const { customerId } = account;
    const subject = subjectOf(customerId);
    const { name = null, country = null } = subject ?? {};
    const accountName = canSeeNames ? account.name : null;
    return [{ role, accountId: id, accountName, customerId, name, country }];
  });
}
