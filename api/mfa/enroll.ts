// POST /v1/auth/mfa/enable and /verify: a customer enrols a second factor, which becomes active
// with its first code.

import { createRoute, z } from '@hono/zod-openapi';
import { activateFactor, enableFactor } from '../../db/mfa/acts.ts';
import { mfaContext } from '../../db/mfa/proof.ts';
import { createRecoveryCodes, formatOtpauthUri, hashRecoveryCode } from '../../identity/totp.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import {
  codeBody,
  createFactor,
  customerBody,
  factorSchema,
  proofOf,
  recoveryCodes,
  refuseWrongCode,
} from './mfa.ts';

const newFactorSchema = factorSchema
  .extend({
    secret: z.string().openapi({ description: 'Base32; shown only once.' }),
    otpauthUri: z.string().openapi({ description: 'Content of the QR code for the app.' }),
  })
  .openapi('MfaFactorWithSecret');

const activeFactorSchema = factorSchema.extend({ recoveryCodes }).openapi('MfaFactorActivated');

const NO_SIGN_IN = "The developer's key identifies the customer in the request.";

const enableRoute = createRoute({
  method: 'post',
  path: '/v1/auth/mfa/enable',
  operationId: 'enableMfa',
  tags: ['auth'],
  summary: 'Begin to enrol a second factor of a customer',
  description: `The factor is inactive until its first code is verified. ${NO_SIGN_IN}`,
  request: {
    body: jsonBody(customerBody),
  },
  responses: {
    201: jsonAnswer('The factor, with its secret.', newFactorSchema),
  },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/v1/auth/mfa/verify',
  operationId: 'verifyMfa',
  tags: ['auth'],
  summary: 'Activate a second factor with its first code',
  description: NO_SIGN_IN,
  request: { body: jsonBody(codeBody) },
  responses: {
    200: jsonAnswer('The factor, with recovery codes.', activeFactorSchema),
  },
});

export const enableMfa = operation('customers:write', enableRoute, (deps) => async (c) => {
  const { customerId } = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const order = { tenantId, customerId, cause: causeOf(c), ...createFactor(deps) };
  const { factor, sealed } = refuseWrongCode(await ledger.run(enableFactor, order));
  const secret = deps.seal.open(sealed ?? '', mfaContext(factor.id));
  return c.json({ ...factor, secret, otpauthUri: formatOtpauthUri(secret, customerId) }, 201);
});

export const verifyMfa = operation('customers:write', verifyRoute, (deps) => async (c) => {
  const { customerId, code } = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const codes = createRecoveryCodes();
  const recoveryHashes = codes.map(hashRecoveryCode);
  const proof = proofOf(code);
  const order = { tenantId, customerId, cause: causeOf(c), proof, recoveryHashes };
  const { factor } = refuseWrongCode(await ledger.run(activateFactor, order));
  return c.json({ ...factor, recoveryCodes: codes }, 200);
});
