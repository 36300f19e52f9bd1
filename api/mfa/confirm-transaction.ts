// POST /v1/transactions/{transactionId}/confirm: the customer's second factor for a transaction
// above the MFA threshold. The ledger records the confirmation; the message only lets the workflow
// read it.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { MfaProof } from '../../db/mfa/proof.ts';
import { confirmTransaction as confirm } from '../../db/mfa/step-ups.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { CONFIRMATION } from '../../workflows/messages.ts';
import { answerTransaction, requireTransaction } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { messageTransfer } from '../kit/message.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId, timestampSchema } from '../kit/schemas.ts';
import { runInTurn } from '../kit/turns.ts';
import { requireRelyingParty, verifySignedCredential } from '../passkeys/ceremonies.ts';
import { passkeyAnswer } from '../passkeys/passkey-schema.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';
import { codeSchema, proofOf, refuseWrongCode } from './mfa.ts';
import { shownPaymentSchema, showTransaction } from './shown-payment.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const content = { 'application/json': { schema: transactionDetailSchema } };

const bodySchema = z
  .strictObject({ code: codeSchema.optional(), passkey: passkeyAnswer.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ['code'],
    message: 'Expected either a code or a passkey.',
  })
  .openapi('TransactionConfirm', { description: 'Either a code or a passkey.' });

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/{transactionId}/confirm',
  operationId: 'confirmTransaction',
  tags: ['transactions'],
  summary: 'Confirm a transaction with the second factor of its customer',
  description:
    'Funds, limits and all other rules are checked again. A second confirmation answers ' +
    'with the transaction in its present state. A passkey signs a challenge that was made ' +
    'for this transaction (POST /v1/auth/biometric/authenticate/options). Five wrong codes ' +
    'in a row lock the factor for 15 minutes.',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: bodySchema,
        },
      },
    },
  },
  responses: {
    200: { description: 'Confirmed, but the transaction was not posted.', content },
    201: { description: 'Posted, or authorised when capture is manual.', content },
    202: { description: 'Confirmed; a second person has to approve the transaction too.', content },
  },
});

const confirmationRoute = createRoute({
  method: 'get',
  path: '/v1/transactions/{transactionId}/confirm',
  operationId: 'getConfirmation',
  tags: ['transactions'],
  summary: 'Read the payment as a customer must see it before the confirmation',
  description:
    'Contains the names and numbers of both sides, whether the payee was paid before, and ' +
    'the remaining balance. Only for a transaction that waits for its customer, otherwise ' +
    '409.',
  request: { params: pathId('transaction', 'transactionId') },
  responses: {
    200: jsonAnswer(
      'The transaction, in data and in words.',
      z
        .object({
          object: z.literal('confirmation'),
          transactionId: z.string(),
          livemode: z.boolean(),
          expiresAt: timestampSchema.nullable(),
          payment: shownPaymentSchema,
        })
        .openapi('Confirmation'),
    ),
  },
});

export const getConfirmation = operation(
  'transactions:read',
  confirmationRoute,
  (deps) => async (c) => {
    const { transactionId = '' } = c.req.valid('param');
    const services = servicesOf(c, deps);
    const { tenantId } = developerOf(c);
    const transaction = await requireTransaction(services, tenantId, transactionId);
    const { ledger } = services;
    const { livemode } = ledger;
    const payment = showTransaction(ledger, tenantId, requireWaiting(transaction));
    const object = 'confirmation' as const;
    return c.json(
      { object, transactionId, livemode, expiresAt: transaction.expiresAt, payment },
      200,
    );
  },
);

/** @throws Problem unless the transaction waits for its customer */
export function requireWaiting(transaction: TransactionView): TransactionView {
  if (transaction.status === 'requires_confirmation') return transaction;
  const detail = `The transaction is ${transaction.status}: only a transaction in requires_confirmation can be confirmed.`;
  throw new Problem('invalid_state_transition', detail);
}

/**
 * Sends a message to the workflow after a confirmation. When the message is lost, the sweeper sends
 * it again.
 */
export async function messageConfirmed(
  services: Services,
  tenantId: string,
  transactionId: string,
): Promise<void> {
  const isWaiting = async () => {
    const now = await findTransaction(services.ledger, tenantId, transactionId);
    return now?.status === 'requires_confirmation';
  };
  if (!(await isWaiting())) return;
  const answerBy = Date.now() + ANSWER_TIMEOUT_MS;
  try {
    await messageTransfer(services, { name: CONFIRMATION, transactionId, args: [], answerBy });
  } catch (error) {
    if (await isWaiting()) throw error;
  }
}

/** Confirms a transaction with a code of its customer, and answers with the current transaction. */
export async function confirmTransactionWith(
  c: Context<AppEnv>,
  deps: Deps,
  { transactionId, proof }: { readonly transactionId: string; readonly proof: MfaProof },
) {
  const services = servicesOf(c, deps);
  const { ledger } = services;
  const { tenantId } = developerOf(c);
  const order = { tenantId, transactionId, proof, cause: causeOf(c) };
  const { replayed } = refuseWrongCode(await ledger.run(confirm, order));
  if (replayed) c.header('Idempotency-Replayed', 'true');
  await runInTurn(`${tenantId} ${transactionId}`, () =>
    messageConfirmed(services, tenantId, transactionId),
  );
  return answerTransaction(
    c,
    services,
    await requireTransaction(services, tenantId, transactionId),
  );
}

export const confirmTransaction = operation('transactions:write', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const { code = '', passkey } = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const proof = passkey
    ? await verifySignedCredential(requireRelyingParty(deps), { ledger, tenantId }, passkey)
    : proofOf(code);
  const { body, status } = await confirmTransactionWith(c, deps, { transactionId, proof });
  return c.json(body, status);
});
