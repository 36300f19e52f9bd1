// Developers and API keys on the wire.

import { z } from '@hono/zod-openapi';
import type { ApiKey, Developer } from '../../db/platform/rows.ts';
import { approvedScopes, type Claim } from '../../identity/claims.ts';
import { networksOf } from '../../identity/keys.ts';
import { ALL_SCOPES, isScope, type Scope } from '../../identity/scopes.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const scopeSchema = z.enum(ALL_SCOPES as [Scope, ...Scope[]]);

export const keySchema = z
  .object({
    id: z.string(),
    object: z.literal('api_key'),
    environment: z.enum(['sandbox', 'production']),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(scopeSchema),
    status: z.enum(['active', 'rotating', 'revoked', 'expired']),
    expiresAt: timestampSchema.nullable(),
    revokedAt: timestampSchema.nullable(),
    ipAllow: z
      .array(z.string())
      .openapi({ description: 'Networks from which the key is valid; empty: all.' }),
    lastUsedAt: timestampSchema.nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('ApiKey');

export const newKeySchema = keySchema
  .extend({ apiKey: z.string().openapi({ description: 'The key itself: shown this once.' }) })
  .openapi('ApiKeyWithSecret');

export const applicationSchema = z.object({
  id: z.string(),
  status: z.enum(['not_requested', 'pending', 'approved', 'rejected']),
  appliedAt: timestampSchema
    .nullable()
    .openapi({ description: 'Time of the application for production; null: none.' }),
  reason: z.string().nullable(),
  scopes: z
    .array(scopeSchema)
    .nullable()
    .openapi({ description: 'Scopes that live keys may have; null until the approval.' }),
  decidedAt: timestampSchema.nullable(),
});

export const claimSchema = z
  .object({
    code: z.string().openapi({ description: 'Exchanged once for a live key.' }),
    expiresAt: timestampSchema,
  })
  .openapi('ApplicationClaim');

export const developerSchema = z
  .object({
    id: z.string(),
    object: z.literal('developer'),
    company: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    country: z.string(),
    useCase: z.string().nullable(),
    expectedVolume: z.string().nullable(),
    application: applicationSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Developer');

const formatTime = (ms: number) => new Date(ms).toISOString();
const formatTimeOrNull = (ms: number | null) => (ms === null ? null : formatTime(ms));

/** The wire form of a key, without the secret. */
export function keyView(row: ApiKey, now = Date.now()) {
  const isOver = row.status !== 'revoked' && row.expiresAt !== null && row.expiresAt <= now;
  return {
    id: row.id,
    object: 'api_key' as const,
    environment: row.environment,
    name: row.name,
    lastFour: row.lastFour,
    scopes: row.scopes.split(' ').filter(isScope),
    status: isOver ? ('expired' as const) : row.status,
    expiresAt: formatTimeOrNull(row.expiresAt),
    revokedAt: formatTimeOrNull(row.revokedAt),
    ipAllow: networksOf(row),
    lastUsedAt: formatTimeOrNull(row.lastUsedAt),
    version: row.version,
    createdAt: formatTime(row.createdAt),
    updatedAt: formatTime(row.updatedAt),
  };
}

/** The wire form of an application, without its claim code. */
export function applicationView(row: Developer) {
  return {
    id: row.applicationId,
    status: row.appliedAt === null ? ('not_requested' as const) : row.applicationStatus,
    appliedAt: formatTimeOrNull(row.appliedAt),
    reason: row.applicationReason,
    scopes: row.applicationStatus === 'approved' ? [...approvedScopes(row)] : null,
    decidedAt: formatTimeOrNull(row.decidedAt),
  };
}

/** The wire form of a claim. */
export function claimView(claim: Claim | null) {
  return claim && { code: claim.code, expiresAt: formatTime(claim.expiresAt) };
}

/** The wire form of a developer. */
export function developerView(row: Developer) {
  return {
    id: row.id,
    object: 'developer' as const,
    company: row.company,
    email: row.email,
    phone: row.phone,
    country: row.country,
    useCase: row.useCase,
    expectedVolume: row.expectedVolume,
    application: applicationView(row),
    version: row.version,
    createdAt: formatTime(row.createdAt),
    updatedAt: formatTime(row.updatedAt),
  };
}
