// GET /v1/ops/aml-alerts/{amlAlertId}/flows: the payments of an alert, summed by pair of payer and
// payee, with the names of both.

import { createRoute, z } from '@hono/zod-openapi';
import { findAccounts } from '../../../db/accounts/reads.ts';
import { findAmlEvidence } from '../../../db/aml/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { findTransactions } from '../../../db/transactions/reads.ts';
import type { TransactionView } from '../../../db/transactions/view.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer, minorUnitsSchema, pathId, timestampSchema } from '../../kit/schemas.ts';
import { readSubjects } from '../customers/subject.ts';
import { environmentQuery } from '../kit/environment.ts';

const partySchema = z.object({
  key: z.string().openapi({ description: 'An account, or a number of this answer.' }),
  name: z.string().nullable(),
  accountId: z.string().nullable().openapi({ description: 'Null: outside the bank.' }),
  customerId: z.string().nullable(),
  country: z.string().nullable(),
  isOfAlert: z.boolean(),
});

const flowSchema = z.object({
  from: z.string(),
  to: z.string(),
  payments: z.number().int(),
  amount: minorUnitsSchema,
  currency: z.string(),
  firstAt: timestampSchema,
  lastAt: timestampSchema,
});

const schema = z
  .object({
    object: z.literal('aml_flows'),
    amlAlertId: z.string(),
    payments: z.number().int().openapi({ description: 'Payments behind the flows.' }),
    parties: z.array(partySchema),
    flows: z.array(flowSchema),
  })
  .openapi('AmlFlows');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/aml-alerts/{amlAlertId}/flows',
  operationId: 'getAmlFlows',
  tags: ['ops'],
  summary: 'Read the payment flows of an alert, summed by pair of parties',
  description: 'Covers the newest 200 payments of the evidence.',
  request: { params: pathId('amlAlert', 'amlAlertId'), query: environmentQuery },
  responses: { 200: jsonAnswer('Parties and flows.', schema) },
});

export const getAmlFlows = operation('operator', route, (deps) => async (c) => {
  const { amlAlertId = '' } = c.req.valid('param');
  const { ledger } = deps.environments[c.req.valid('query').environment];
  const alert = findAmlEvidence(ledger, amlAlertId);
  if (!alert) throw new Problem('aml_alert_not_found');
  const payments = findTransactions(ledger, alert.transactionIds);
  const parties = readParties(ledger, payments, alert.accountId);
  const flows = sumFlows(payments, parties);
  const body = { object: 'aml_flows' as const, amlAlertId, payments: payments.length };
  return c.json({ ...body, parties: [...parties.values()], flows }, 200);
});

type Party = z.output<typeof partySchema>;

/** Identifies one side of a payment: the account, or the external party as the payment states it. */
function partyKey({ externalParty }: TransactionView, accountId: string | null): string {
  return accountId ?? JSON.stringify(externalParty ?? 'cash');
}

function readParties(
  ledger: Ledger,
  payments: readonly TransactionView[],
  alertAccountId: string,
): ReadonlyMap<string, Party> {
  const ids = payments.flatMap((payment) => [
    payment.sourceAccountId,
    payment.destinationAccountId,
  ]);
  const accounts = findAccounts(
    ledger,
    [...new Set(ids)].filter((id) => id !== null),
  );
  const findCustomer = readSubjects(
    ledger,
    accounts.map(({ customerId }) => customerId),
  );
  const parties = new Map<string, Party>();
  for (const { id, customerId } of accounts) {
    const { name = null, country = null } = findCustomer(customerId) ?? {};
    const isOfAlert = id === alertAccountId;
    parties.set(id, { key: id, name, accountId: id, customerId, country, isOfAlert });
  }
  for (const payment of payments) {
    for (const accountId of [payment.sourceAccountId, payment.destinationAccountId]) {
      const key = partyKey(payment, accountId);
      if (parties.has(key)) continue;
      const party = (payment.externalParty ?? {}) as Partial<Party>;
      const { name = null, country = null } = party;
      const noAccount = { accountId: null, customerId: null, isOfAlert: false };
      parties.set(key, { key: `outside_${parties.size}`, name, country, ...noAccount });
    }
  }
  return parties;
}

type Flow = z.output<typeof flowSchema>;

/** Sums the payments from one party to another in one currency to a flow. */
function sumFlows(
  payments: readonly TransactionView[],
  parties: ReadonlyMap<string, Party>,
): Flow[] {
  const flows = new Map<string, Flow>();
  for (const payment of payments) {
    const { sourceAccountId, destinationAccountId, amount, currency } = payment;
    const from = parties.get(partyKey(payment, sourceAccountId))?.key ?? '';
    const to = parties.get(partyKey(payment, destinationAccountId))?.key ?? '';
    const paidAt = payment.postedAt ?? payment.createdAt;
    const flow = flows.get(`${from} ${to} ${currency}`);
    const { firstAt = paidAt, lastAt = paidAt } = flow ?? {};
    flows.set(`${from} ${to} ${currency}`, {
      from,
      to,
      payments: (flow?.payments ?? 0) + 1,
      amount: (flow?.amount ?? 0) + amount,
      currency,
      firstAt: [paidAt, firstAt].sort()[0] ?? paidAt,
      lastAt: [paidAt, lastAt].sort().at(-1) ?? paidAt,
    });
  }
  return [...flows.values()].sort((a, other) => other.amount - a.amount);
}
