// POST /v1/customers/{customerId}/credentials: the name and password with which a customer signs in
// on the bank's page.

import { createRoute, z } from '@hono/zod-openapi';
import { findCustomer } from '../../db/customers/reads.ts';
import {
  checkPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../identity/sign-ins.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import {
  jsonAnswer,
  jsonBody,
  objectVersionSchema,
  pathId,
  textSchema,
  timestampSchema,
} from '../kit/schemas.ts';

/** The message of each fault of a password. */
export const PASSWORD_FAULTS = {
  too_short: `Expected at least ${MIN_PASSWORD_LENGTH} characters.`,
  too_long: `Expected at most ${MAX_PASSWORD_LENGTH} characters.`,
  breached: 'This password is known from breaches: choose another one.',
  contains_name: 'The password contains the sign-in name: choose another one.',
} as const;

const bodySchema = z
  .strictObject({
    name: textSchema(128)
      .min(1)
      .refine((text) => text.trim() === text, 'Spaces at the ends are not allowed.')
      .openapi({ example: 'ada@example.com', description: 'Not case-sensitive.' }),
    password: z.string().min(1).max(512).openapi({
      format: 'password',
      description: 'At least 10 characters, and not known from breaches.',
    }),
  })
  .openapi('CustomerCredentials');

const signInSchema = z
  .object({
    object: z.literal('sign_in'),
    livemode: z.boolean(),
    customerId: z.string(),
    name: z.string(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('SignIn');

const route = createRoute({
  method: 'post',
  path: '/v1/customers/{customerId}/credentials',
  operationId: 'setCustomerCredentials',
  keepsAnswer: false,
  tags: ['customers'],
  summary: 'Set the sign-in name and the password of a customer',
  description:
    'For the sign-in page of the bank, to which apps send customers. Each call replaces ' +
    'both, and signs the customer out of every browser and app.',
  request: {
    params: pathId('customer', 'customerId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The sign-in, without the password.', signInSchema),
  },
});

export const setCredentials = operation('customers:write', route, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const { name, password } = c.req.valid('json');
  const { tenantId, keyId: actor, environment } = developerOf(c);
  const customer = await findCustomer(servicesOf(c, deps).ledger, tenantId, customerId);
  if (!customer) throw new Problem('customer_not_found');
  const fault = checkPassword(password, name);
  if (fault) throw invalidField('/password', PASSWORD_FAULTS[fault], fault);
  const order = { tenantId, customerId, name, password, actor };
  const row = await deps.platform.access.setSignIn(order);
  if (row === 'name_taken') throw new Problem('sign_in_name_taken');
  return c.json(
    {
      object: 'sign_in' as const,
      livemode: environment === 'production',
      customerId,
      name: row.name,
      version: row.version,
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
    },
    200,
  );
});
