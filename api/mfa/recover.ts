// POST /v1/auth/mfa/recovery-codes and /disable, which require a code of the active factor.

import { createRoute, z } from '@hono/zod-openapi';
import { disableFactor, renewRecovery } from '../../db/mfa/acts.ts';
import { createRecoveryCodes, hashRecoveryCode } from '../../identity/totp.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { codeBody, factorSchema, proofOf, recoveryCodes, refuseWrongCode } from './mfa.ts';

const request = {
  body: jsonBody(codeBody),
};

const recoveryRoute = createRoute({
  method: 'post',
  path: '/v1/auth/mfa/recovery-codes',
  operationId: 'renewRecoveryCodes',
  tags: ['auth'],
  summary: 'Replace the recovery codes of a customer',
  request,
  responses: {
    200: {
      description: 'The new recovery codes.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('mfa_recovery_codes'),
              livemode: z.boolean(),
              customerId: z.string(),
              recoveryCodes,
            })
            .openapi('MfaRecoveryCodes'),
        },
      },
    },
  },
});

const disableRoute = createRoute({
  method: 'post',
  path: '/v1/auth/mfa/disable',
  operationId: 'disableMfa',
  tags: ['auth'],
  summary: 'Disable the second factor of a customer',
  description: 'Payments above the MFA threshold are declined from then on.',
  request,
  responses: {
    200: jsonAnswer('The factor, whose secret is deleted.', factorSchema),
  },
});

export const renewRecoveryCodes = operation('customers:write', recoveryRoute, (deps) => {
  return async (c) => {
    const { customerId, code } = c.req.valid('json');
    const { ledger } = servicesOf(c, deps);
    const { tenantId } = developerOf(c);
    const codes = createRecoveryCodes();
    const recoveryHashes = codes.map(hashRecoveryCode);
    const proof = proofOf(code);
    const order = { tenantId, customerId, cause: causeOf(c), proof, recoveryHashes };
    const { factor } = refuseWrongCode(await ledger.run(renewRecovery, order));
    const object = 'mfa_recovery_codes' as const;
    return c.json({ object, livemode: factor.livemode, customerId, recoveryCodes: codes }, 200);
  };
});

export const disableMfa = operation('customers:write', disableRoute, (deps) => async (c) => {
  const { customerId, code } = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const proof = proofOf(code);
  const order = { tenantId, customerId, cause: causeOf(c), proof };
  return c.json(refuseWrongCode(await ledger.run(disableFactor, order)).factor, 200);
});
