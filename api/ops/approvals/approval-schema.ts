// A request for a second person's approval, as operators see it.

import { z } from '@hono/zod-openapi';
import type { PlatformApproval } from '../../../db/platform/operators.ts';
import { PRODUCTION_ACCESS } from '../../../identity/operator-approvals.ts';
import { ALL_SCOPES, type Scope } from '../../../identity/scopes.ts';
import { scopeSchema } from '../../developer/developer-schema.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../../kit/schemas.ts';

export const approvalSchema = z
  .object({
    id: z.string(),
    object: z.literal('approval'),
    livemode: z.boolean(),
    transactionId: z.string().nullable(),
    developerId: z.string().nullable(),
    status: z.enum(['requested', 'granted', 'denied']),
    transaction: z
      .object({
        type: z.string(),
        status: z.string(),
        amount: minorUnitsSchema,
        currency: z.string(),
        initiator: z
          .string()
          .openapi({ description: 'The key or operator that made the request.' }),
        expiresAt: timestampSchema.nullable(),
      })
      .nullable(),
    accountId: z.string().nullable(),
    account: z
      .object({
        act: z.literal('unfreeze'),
        status: z.string(),
        freezeReason: z.string().nullable(),
        initiator: z.string().openapi({ description: 'The operator who made the request.' }),
        reason: z.string(),
      })
      .nullable(),
    request: z
      .object({
        act: z.string(),
        objectId: z.string(),
        initiator: z.string().openapi({ description: 'The operator who made the request.' }),
        reason: z.string(),
        terms: z.record(z.string(), z.unknown()).openapi({ description: 'The request.' }),
        grantedTerms: z.record(z.string(), z.unknown()).nullable().openapi({
          description: 'The granted part, when the second operator granted less; otherwise null.',
        }),
        grantable: z
          .array(scopeSchema)
          .nullable()
          .openapi({
            description:
              'The requested scopes, of which the second operator may grant fewer; null for ' +
              'acts without scopes.',
          }),
        carriedOutAt: timestampSchema.nullable(),
      })
      .optional()
      .openapi({
        description: 'Present when the act is neither a payment nor the end of a freeze.',
      }),
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
    decidedAt: timestampSchema.nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
  })
  .openapi('Approval');

const formatTimeOrNull = (time: number | null) =>
  time === null ? null : new Date(time).toISOString();

/** Returns the wire form of an approval that is stored in the platform database. */
export function platformApprovalView(row: PlatformApproval) {
  const terms = JSON.parse(row.terms) as Record<string, unknown>;
  const { developerId } = terms;
  return {
    id: row.id,
    object: 'approval' as const,
    livemode: row.environment === 'production',
    transactionId: null,
    developerId: typeof developerId === 'string' ? developerId : null,
    status: row.status,
    transaction: null,
    accountId: null,
    account: null,
    request: {
      act: row.act,
      objectId: row.objectId,
      initiator: row.requestedBy,
      reason: row.requestReason,
      terms,
      grantedTerms: row.grantedTerms === null ? null : JSON.parse(row.grantedTerms),
      grantable:
        row.act === PRODUCTION_ACCESS ? ((terms.scopes as Scope[]) ?? [...ALL_SCOPES]) : null,
      carriedOutAt: formatTimeOrNull(row.carriedOutAt),
    },
    decidedBy: row.decidedBy,
    reason: row.reason,
    decidedAt: formatTimeOrNull(row.decidedAt),
    version: row.status === 'requested' ? 1 : 2,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
