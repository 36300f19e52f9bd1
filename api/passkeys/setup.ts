// POST /v1/auth/biometric/setup/options and /verify: a customer sets up a passkey.

import { createRoute, z } from '@hono/zod-openapi';
import type { PresentedFactor } from '../../db/passkeys/acts.ts';
import { invalidField } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, textSchema } from '../kit/schemas.ts';
import { codeSchema, proofOf, wrongCode } from '../mfa/mfa.ts';
import {
  addCreatedPasskey,
  challengeView,
  createSetupOptions,
  requireRelyingParty,
} from './ceremonies.ts';
import {
  challengeId,
  createdCredentialSchema,
  passkeySchema,
  setupChallengeSchema,
} from './passkey-schema.ts';

const optionsBody = z
  .strictObject({
    customerId: idSchema('customer'),
    code: codeSchema.optional(),
    authenticationId: idSchema('passkeyChallenge')
      .optional()
      .openapi({ description: 'Id of an authentication with a passkey within five minutes.' }),
  })
  .openapi('PasskeySetupOptions');

const verifyBody = z
  .strictObject({
    customerId: idSchema('customer'),
    challengeId,
    credential: createdCredentialSchema,
    name: textSchema(64)
      .min(1)
      .default('Passkey')
      .openapi({ description: 'Name in the list of devices.', example: 'Phone' }),
  })
  .openapi('PasskeySetup');

const optionsRoute = createRoute({
  method: 'post',
  path: '/v1/auth/biometric/setup/options',
  operationId: 'passkeySetupOptions',
  tags: ['auth'],
  summary: 'Begin to set up a passkey of a customer',
  description:
    'Pass `publicKey` to navigator.credentials.create on the device. A customer who has a second ' +
    'factor shows it first: a `code`, or the `authenticationId` of another passkey.',
  request: { body: jsonBody(optionsBody) },
  responses: {
    201: jsonAnswer('The challenge, which is valid once, for five minutes.', setupChallengeSchema),
  },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/v1/auth/biometric/setup/verify',
  operationId: 'verifyPasskeySetup',
  tags: ['auth'],
  summary: 'Add the passkey that a device has created',
  description: 'The passkey can then confirm payments and sign in.',
  request: { body: jsonBody(verifyBody) },
  responses: {
    201: jsonAnswer('The passkey.', passkeySchema),
  },
});

export const passkeySetupOptions = operation('customers:write', optionsRoute, (deps) => {
  return async (c) => {
    const { customerId, ...proof } = c.req.valid('json');
    const party = requireRelyingParty(deps);
    const { ledger } = servicesOf(c, deps);
    const { tenantId } = developerOf(c);
    const factor = presentedFactorOf(proof);
    const setupOptions = await createSetupOptions(
      party,
      { ledger, tenantId, customerId },
      { factor, about: null },
    );
    if (setupOptions.kind === 'wrong_code') throw wrongCode();
    return c.json(challengeView(ledger, customerId, setupOptions), 201);
  };
});

function presentedFactorOf({
  code,
  authenticationId,
}: {
  code?: string | undefined;
  authenticationId?: string | undefined;
}): PresentedFactor {
  if (code !== undefined && authenticationId !== undefined) {
    const message = 'Send a code or the id of an authentication, not both.';
    throw invalidField('/authenticationId', message, 'validation_failed');
  }
  if (code !== undefined) return { kind: 'code', proof: proofOf(code) };
  return authenticationId === undefined
    ? { kind: 'nothing' }
    : { kind: 'authentication', authenticationId };
}

export const verifyPasskeySetup = operation('customers:write', verifyRoute, (deps) => {
  return async (c) => {
    const { customerId, challengeId: id, credential, name } = c.req.valid('json');
    const party = requireRelyingParty(deps);
    const { ledger } = servicesOf(c, deps);
    const { tenantId } = developerOf(c);
    const answer = { challengeId: id, subject: null, credential, name, cause: causeOf(c) };
    return c.json(await addCreatedPasskey(party, { ledger, tenantId, customerId }, answer), 201);
  };
});
