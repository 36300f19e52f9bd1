// POST /v1/ops/deposits and /v1/ops/withdrawals: an operator records money that entered or left the
// bank. The developer's cap does not apply, but screening does. Above a limit the record waits for
// a second operator at /v1/ops/approvals.

import { createRoute, z } from '@hono/zod-openapi';
import { tenantOfAccount } from '../../../db/accounts/reads.ts';
import type { TransactionDraft } from '../../../db/transactions/port.ts';
import { readWaitMs } from '../../kit/answer-transaction.ts';
import { Problem } from '../../kit/errors.ts';
import { hashRequest, operatorCauseOf, requireKey } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import {
  amountSchema,
  currencySchema,
  idSchema,
  jsonAnswer,
  jsonBody,
  textSchema,
} from '../../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../../kit/settle-request.ts';
import { externalParty, moneyHeaders, waitQuery } from '../../transactions/create-schema.ts';
import { transactionDetailSchema } from '../../transactions/transaction-schema.ts';
import { environmentField } from '../kit/environment.ts';
import { recordAuditOnce } from '../kit/record-audit-once.ts';

type Movement = 'deposit' | 'withdrawal';

const bodySchema = z
  .strictObject({
    environment: environmentField,
    accountId: idSchema('account'),
    amount: amountSchema,
    currency: currencySchema,
    externalParty,
    description: textSchema(500).optional(),
    reference: textSchema(140).min(1).optional(),
    reason: textSchema(500).min(1).openapi({ description: 'For the audit log.' }),
  })
  .openapi('OperatorMovement');

const movementAnswer = (description: string) => jsonAnswer(description, transactionDetailSchema);

const createMovementRoute = (type: Movement, operationId: string, summary: string) =>
  createRoute({
    method: 'post',
    path: `/v1/ops/${type}s` as const,
    operationId,
    tags: ['ops'],
    summary,
    description:
      'Above KONTOR_OPERATOR_LIMIT it waits for a second operator. The same Idempotency-Key with ' +
      'the same body never moves money twice.',
    request: {
      headers: moneyHeaders,
      query: waitQuery,
      body: jsonBody(bodySchema),
    },
    responses: {
      201: movementAnswer('Posted.'),
      202: movementAnswer('In progress, or waiting for a second person; see its status.'),
      200: movementAnswer(
        'The replay of a request whose object was canceled, expired or reversed.',
      ),
    },
  });

const createMovement = (type: Movement, operationId: string, summary: string) =>
  operation('operator', createMovementRoute(type, operationId, summary), (deps) => async (c) => {
    const body = c.req.valid('json');
    const { environment, accountId, amount, currency, reason } = body;
    const cause = operatorCauseOf(c);
    requireKey(environment, cause);
    const services = deps.environments[environment];
    const tenantId = tenantOfAccount(services.ledger, accountId);
    if (tenantId === null) {
      const [code, message] = ['account_not_found', 'No account has this id.'] as const;
      throw new Problem(code, undefined, { errors: [{ pointer: '/accountId', code, message }] });
    }
    const draft: TransactionDraft = {
      tenantId,
      type,
      amount,
      currency,
      sourceAccountId: type === 'withdrawal' ? accountId : null,
      destinationAccountId: type === 'deposit' ? accountId : null,
      description: body.description ?? null,
      reference: body.reference ?? null,
      category: null,
      capture: 'automatic',
      holdExpiresAt: null,
      externalParty: body.externalParty,
      context: null,
      metadata: {},
      keyScope: `ops/${type}`,
      requestHash: hashRequest(body),
      cause,
    };
    const waitMs = readWaitMs(c, c.req.valid('query').wait);
    const { accepted, settled } = await acceptOrder(services, 'accept', draft, waitMs);
    const { id, replayed } = accepted;
    await recordAuditOnce(deps, replayed, {
      actor: operatorOf(c).operatorId,
      action: `transaction.${type}`,
      objectId: id,
      environment,
      detail: { accountId, amount, currency, reason },
    });
    const facts = { id, tenantId, type, currency, amountMinor: amount };
    const answer = await settleAndAnswer(c, { deps, services, facts, waitMs, settled, replayed });
    return c.json(answer.body, answer.status);
  });

export const depositAsOperator = createMovement(
  'deposit',
  'depositAsOperator',
  'Record an incoming deposit',
);
export const withdrawAsOperator = createMovement(
  'withdrawal',
  'withdrawAsOperator',
  'Record an outgoing withdrawal',
);
