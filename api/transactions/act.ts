// POST /v1/transactions/{transactionId}/capture and /cancel: messages to the workflow that waits
// with the transaction. The message starts the workflow when it does not run, so that the act also
// works after Temporal has lost its data.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Cause } from '../../db/kernel/cause.ts';
import { captureHeldMoney, placeHoldOrder, releaseHeldMoney } from '../../db/money/calls.ts';
import type { HoldOutcome } from '../../db/transactions/port.ts';
import { isFinal } from '../../ledger/transaction.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { CANCEL, CAPTURE, CHECK_AGAIN } from '../../workflows/messages.ts';
import { answerTransaction, requireTransaction } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { messageTransfer } from '../kit/message.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { amountSchema, pathId, textSchema } from '../kit/schemas.ts';
import { runInTurn } from '../kit/turns.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const captureBody = z
  .strictObject({
    amount: amountSchema.optional().openapi({
      description:
        'Default: the held amount. At most the amount that allowOvercapturePercent allows.',
    }),
  })
  .openapi('TransactionCaptureOrder');

const cancelBody = z
  .strictObject({ reason: textSchema(200).min(1).optional() })
  .openapi('TransactionCancel');

const content = { 'application/json': { schema: transactionDetailSchema } };

const captureRoute = createRoute({
  method: 'post',
  path: '/v1/transactions/{transactionId}/capture',
  operationId: 'captureTransaction',
  bindsKey: true,
  tags: ['transactions'],
  summary: 'Capture the held amount of a transaction, or part of it',
  description:
    'The rest of the hold is released. A second capture with the same amount answers with ' +
    'the first one; with another amount it is refused (409 already_captured).',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: { content: { 'application/json': { schema: captureBody } } },
  },
  responses: {
    200: { description: 'The payment was captured before.', content },
    201: { description: 'Posted.', content },
    202: { description: 'Handed to its payment network, which settles it later.', content },
  },
});

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/transactions/{transactionId}/cancel',
  operationId: 'cancelTransaction',
  bindsKey: true,
  tags: ['transactions'],
  summary: 'Stop a transaction before it is booked',
  description: 'Releases its hold. A second cancellation answers with the first one.',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: { content: { 'application/json': { schema: cancelBody } } },
  },
  responses: { 200: { description: 'Canceled.', content } },
});

const READ_TRANSACTION = 'Read the transaction; a second amount needs a transaction of its own.';

interface Act {
  readonly name: typeof CAPTURE | typeof CANCEL;
  readonly transactionId: string;
  readonly amount: number | null;
  readonly reason: string | null;
  /** SHA-256 of the canonical body in hexadecimal. */
  readonly requestHash: string;
  /**
   * Time (milliseconds since 1970) until which the caller gets an answer, also when the request
   * waits in a queue.
   */
  readonly answerBy: number;
}

/** The owner of the transaction, and the caller. */
interface Party {
  readonly services: Services;
  readonly tenantId: string;
  readonly cause: Cause;
}

function callerOf(c: Context<AppEnv>, deps: Deps): Party {
  return { services: servicesOf(c, deps), tenantId: developerOf(c).tenantId, cause: causeOf(c) };
}

/**
 * Captures or cancels a transaction, and answers with its new state.
 * @param party left out for the calling developer
 */
export function act(
  c: Context<AppEnv>,
  deps: Deps,
  order: Omit<Act, 'answerBy'>,
  party: Party = callerOf(c, deps),
) {
  const answerBy = Date.now() + ANSWER_TIMEOUT_MS;
  // Each caller has a queue, so that the owner does not wait behind callers who only know the id.
  const queueKey = `${party.tenantId} ${order.transactionId}`;
  return runInTurn(queueKey, () => actNow(c, party, { ...order, answerBy }));
}

async function actNow(c: Context<AppEnv>, { services, tenantId, cause }: Party, order: Act) {
  const { status, stage } = await requireTransaction(services, tenantId, order.transactionId);
  const { answerBy, name, ...fields } = order;
  let outcome: HoldOutcome | null;
  const changesRowDirectly = isFinal(status) || (stage === 'accepted' && order.name === CANCEL);
  if (changesRowDirectly) {
    // No workflow waits with the transaction, so the act changes the row directly, under its lock.
    const { transactionId, requestHash } = order;
    const target = { tenantId, transactionId, requestHash, cause };
    outcome =
      order.name === CAPTURE
        ? await services.ledger.run(captureHeldMoney, { ...target, amount: order.amount })
        : await services.ledger.run(releaseHeldMoney, {
            ...target,
            to: 'canceled',
            reason: order.reason,
          });
  } else {
    const { transactionId } = order;
    const placedOrder = await services.ledger.run(placeHoldOrder, {
      act: name,
      ...fields,
      tenantId,
      cause,
    });
    if (!placedOrder) throw new Problem('transaction_not_found');
    if (placedOrder.orderId === null) {
      outcome = placedOrder.outcome;
    } else {
      const args = [{ orderId: placedOrder.orderId }];
      outcome = await messageTransfer(services, { name, transactionId, args, answerBy });
    }
  }
  if (!outcome) throw new Problem('transaction_not_found');
  if (outcome.keyReused) throw new Problem('idempotency_key_reused');
  if (outcome.rejection) {
    const { code, message, pointer } = outcome.rejection;
    throw new Problem(code, message, {
      transactionId: order.transactionId,
      ...(pointer === null ? {} : { errors: [{ pointer, code, message }] }),
    });
  }
  if (outcome.capturedAmount !== undefined) {
    const { transactionId } = order;
    const detail = `${outcome.capturedAmount} minor units are captured already. ${READ_TRANSACTION}`;
    throw new Problem('already_captured', detail, { transactionId, existingId: transactionId });
  }
  if (outcome.conflict) {
    const { status: currentStatus, boundTo, isWithNetwork } = outcome;
    const obstacle =
      (boundTo && `The contract execution ${boundTo} uses the hold: wait until it is settled.`) ||
      (isWithNetwork ? WITH_NETWORK : null);
    throw new Problem(
      'invalid_state_transition',
      obstacle ??
        `The transaction is ${currentStatus}, and this operation does not apply in that status.`,
    );
  }
  if (outcome.replayed) c.header('Idempotency-Replayed', 'true');
  const after = await requireTransaction(services, tenantId, order.transactionId);
  if (changesRowDirectly && after.hold) signalCheckAgain(services, order);
  return { replayed: outcome.replayed, body: (await answerTransaction(c, services, after)).body };
}

/**
 * Signals the workflow to read the row again. When a worker and Temporal die together after the
 * commit, the message is lost, and the workflow would wait until the end of the hold. No answer
 * depends on the signal; usually the workflow has ended and refuses it.
 */
function signalCheckAgain(services: Services, { transactionId }: Act): void {
  const client = services.client();
  const workflowHandle = client?.workflow.getHandle(transferWorkflowId(transactionId));
  client
    ?.withDeadline(Date.now() + ANSWER_TIMEOUT_MS, async () => workflowHandle?.signal(CHECK_AGAIN))
    .catch(() => undefined);
}

const WITH_NETWORK =
  'The payment network has the transaction and it can no longer be stopped: once it is settled, ' +
  'only a return by that network brings it back.';

const requestHashHex = (body: object) => hashRequest(body).toString('hex');

export const captureTransaction = operation('transactions:write', captureRoute, (deps) => {
  return async (c) => {
    const { transactionId = '' } = c.req.valid('param');
    const body = c.req.valid('json') ?? {};
    const { amount = null } = body;
    const order = { transactionId, amount, reason: null, requestHash: requestHashHex(body) };
    const outcome = await act(c, deps, { name: CAPTURE, ...order });
    const isPending = outcome.body.status === 'pending';
    return c.json(outcome.body, outcome.replayed ? 200 : isPending ? 202 : 201);
  };
});

export const cancelTransaction = operation('transactions:write', cancelRoute, (deps) => {
  return async (c) => {
    const { transactionId = '' } = c.req.valid('param');
    const body = c.req.valid('json') ?? {};
    const { reason = null } = body;
    const order = { transactionId, amount: null, reason, requestHash: requestHashHex(body) };
    const outcome = await act(c, deps, { name: CANCEL, ...order });
    return c.json(outcome.body, 200);
  };
});
