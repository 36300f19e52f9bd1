// Operators on the wire: the people who work for the bank, and their permissions. A key is shown
// once, to its owner; the code of an invitation is in no answer.

import { z } from '@hono/zod-openapi';
import type { Operator, OperatorKey } from '../../../db/platform/operators.ts';
import { KNOWN_OPERATIONS, mayDo, OPERATOR_ROLES } from '../../../identity/operator-roles.ts';
import { rolesIn } from '../../../identity/operators.ts';
import { objectVersionSchema, timestampSchema } from '../../kit/schemas.ts';

export const rolesSchema = z
  .array(z.enum(OPERATOR_ROLES))
  .min(1)
  .max(OPERATOR_ROLES.length)
  .openapi({ description: 'What the operator may do: /docs/guides/operators has the table.' });

export const operatorSchema = z
  .object({
    id: z.string(),
    object: z.literal('operator'),
    name: z.string(),
    email: z.string().nullable(),
    roles: rolesSchema,
    status: z.enum(['invited', 'active', 'disabled']),
    origin: z.enum(['first', 'environment', 'invitation']).openapi({
      description: 'Made at the first start, by KONTOR_OPERATOR_KEY, or by an invitation.',
    }),
    invitedBy: z.string().nullable(),
    invitationExpiresAt: timestampSchema.nullable(),
    keys: z.array(
      z.object({
        id: z.string(),
        lastFour: z.string().nullable(),
        expiresAt: timestampSchema.nullable(),
        createdAt: timestampSchema,
      }),
    ),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Operator');

export const ownOperatorSchema = operatorSchema
  .extend({
    operations: z.array(z.string()).openapi({ description: 'Operations that the roles allow.' }),
  })
  .openapi('OwnOperator');

export const operatorKeySchema = operatorSchema
  .extend({ apiKey: z.string().openapi({ description: 'Shown only once.', example: 'op_…' }) })
  .openapi('OperatorKey');

const formatTimeOrNull = (time: number | null) =>
  time === null ? null : new Date(time).toISOString();

/** The wire form. Keys that have ended are left out. */
export function operatorView(row: Operator, keys: readonly OperatorKey[], now: number) {
  return {
    id: row.id,
    object: 'operator' as const,
    name: row.name,
    email: row.email,
    roles: rolesIn(row),
    status: row.status,
    origin: row.origin,
    invitedBy: row.invitedBy,
    invitationExpiresAt: formatTimeOrNull(row.claimExpiresAt),
    keys: keys
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(({ id, lastFour, expiresAt, createdAt }) => ({
        id,
        lastFour,
        expiresAt: formatTimeOrNull(expiresAt),
        createdAt: new Date(createdAt).toISOString(),
      })),
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** Returns the served operations that an operator with these roles may call. */
export function operationsOf(roles: readonly string[], served: ReadonlySet<string>): string[] {
  const has = new Set(roles);
  return KNOWN_OPERATIONS.filter((id) => served.has(id) && mayDo(has, id));
}
