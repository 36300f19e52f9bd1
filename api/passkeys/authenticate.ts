// POST /v1/auth/biometric/authenticate/options and /verify: a customer presents a passkey.

import { createRoute, z } from '@hono/zod-openapi';
import type { Ledger } from '../../db/ledger.ts';
import { authenticate } from '../../db/passkeys/acts.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { requireWaiting } from '../mfa/confirm-transaction.ts';
import { describeSide, showTransaction } from '../mfa/shown-payment.ts';
import {
  challengeView,
  createSignOptions,
  requireRelyingParty,
  verifySignedCredential,
} from './ceremonies.ts';
import {
  authenticationSchema,
  challengeId,
  challengeSchema,
  signedCredentialSchema,
} from './passkey-schema.ts';

const optionsBody = z
  .strictObject({
    customerId: idSchema('customer'),
    transactionId: idSchema('transaction')
      .optional()
      .openapi({ description: 'A payment of the customer that waits for its confirmation.' }),
  })
  .openapi('PasskeyOptions');

const verifyBody = z
  .strictObject({
    customerId: idSchema('customer'),
    challengeId,
    credential: signedCredentialSchema,
  })
  .openapi('PasskeyAuthenticate');

const optionsRoute = createRoute({
  method: 'post',
  path: '/v1/auth/biometric/authenticate/options',
  operationId: 'passkeyOptions',
  tags: ['auth'],
  summary: 'Request the signature of a customer with a passkey',
  description:
    'Pass `publicKey` to navigator.credentials.get on the device. With a `transactionId` the ' +
    'signature confirms that payment and nothing else: show its `payment.text` beside it.',
  request: { body: jsonBody(optionsBody) },
  responses: {
    201: jsonAnswer('The challenge, which is valid once, for five minutes.', challengeSchema),
  },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/v1/auth/biometric/authenticate/verify',
  operationId: 'verifyPasskey',
  tags: ['auth'],
  summary: 'Verify the signature of a passkey',
  description:
    'For challenges without a transaction; a payment is confirmed with ' +
    'POST /v1/transactions/{transactionId}/confirm.',
  request: { body: jsonBody(verifyBody) },
  responses: {
    200: jsonAnswer('The customer has shown the passkey.', authenticationSchema),
  },
});

export const passkeyOptions = operation('transactions:write', optionsRoute, (deps) => {
  return async (c) => {
    const { customerId, transactionId } = c.req.valid('json');
    const { ledger } = servicesOf(c, deps);
    const { tenantId } = developerOf(c);
    const owner = { ledger, tenantId, customerId };
    const transaction = transactionId ? await requireWaitingPayment(owner, transactionId) : null;
    const party = requireRelyingParty(deps);
    const signOptions = await createSignOptions(party, owner, {
      customerId,
      about: transaction?.id ?? null,
    });
    return c.json({ ...challengeView(ledger, customerId, signOptions), transaction }, 201);
  };
});

interface Owner {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly customerId: string;
}

/** @throws Problem unless the payment belongs to the customer and waits for the confirmation */
async function requireWaitingPayment({ ledger, tenantId, customerId }: Owner, id: string) {
  const transaction = await findTransaction(ledger, tenantId, id);
  if (transaction?.customerId !== customerId) throw new Problem('transaction_not_found');
  const { amount, currency } = requireWaiting(transaction);
  const payment = showTransaction(ledger, tenantId, transaction);
  return { id, amount, currency, payee: describeSide(payment.payee), payment };
}

export const verifyPasskey = operation('transactions:write', verifyRoute, (deps) => async (c) => {
  const { customerId, challengeId: id, credential } = c.req.valid('json');
  const party = requireRelyingParty(deps);
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const proof = await verifySignedCredential(
    party,
    { ledger, tenantId },
    { challengeId: id, credential },
  );
  const order = { tenantId, customerId, subject: null, proof };
  const { passkeyId, answeredAt, expiresAt } = await ledger.run(authenticate, order);
  return c.json(
    {
      id,
      object: 'passkey_authentication' as const,
      livemode: ledger.livemode,
      customerId,
      passkeyId,
      createdAt: new Date(answeredAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    },
    200,
  );
});
