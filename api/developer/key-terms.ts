// The terms of keys: expiry and allowed networks. A key cannot create a key with wider terms than
// its own.

import { z } from '@hono/zod-openapi';
import { areWithin, networkOf } from '../../identity/networks.ts';
import type { Scope } from '../../identity/scopes.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { labelSchema, timeSchema } from '../kit/schemas.ts';
import { scopeSchema } from './developer-schema.ts';

const network = z
  .string()
  .max(64)
  .transform((text, ctx) => {
    const network = networkOf(text);
    if (network !== null) return network;
    ctx.addIssue({
      code: 'custom',
      message: 'Expected an address or a network, as 203.0.113.0/24.',
    });
    return z.NEVER;
  });

/** The fields of every request for a new key. */
export const keyFields = {
  name: labelSchema(100).openapi({ example: 'Checkout service' }),
  scopes: z.array(scopeSchema).min(1).optional(),
  expiresAt: timeSchema.optional().openapi({ description: 'Default: it does not expire.' }),
  ipAllow: z
    .array(network)
    .max(20)
    .optional()
    .openapi({
      type: 'array',
      items: { type: 'string' },
      maxItems: 20,
      description: 'Addresses or networks (CIDR) from which the key is valid; default: all.',
      example: ['203.0.113.0/24'],
    }),
};

interface KeyTerms {
  readonly expiresAt?: string | undefined;
  readonly ipAllow?: readonly string[] | undefined;
}

/** The terms of the requesting key. */
interface ParentKey {
  readonly networks: readonly string[];
  readonly expiresAt: number | null;
}

/**
 * Returns the terms of a new key. Omitted terms are those of the requesting key.
 * @throws Problem when the new key would have wider terms
 */
export function resolveKeyTerms({ expiresAt, ipAllow }: KeyTerms, parent: ParentKey) {
  const end = expiresAt === undefined ? parent.expiresAt : Date.parse(expiresAt);
  if (end !== null && end <= Date.now())
    throw invalidField('/expiresAt', 'Expected a time in the future.');
  const networks = ipAllow ?? parent.networks;
  requireNarrowerTerms({ networks, expiresAt: end }, parent);
  return { expiresAt: end, ipAllow: networks };
}

/**
 * @throws Problem when a key would expire later or be valid in more networks than the caller's key
 */
export function requireNarrowerTerms(terms: ParentKey, parent: ParentKey): void {
  if (
    parent.expiresAt !== null &&
    (terms.expiresAt === null || terms.expiresAt > parent.expiresAt)
  ) {
    throw new Problem('insufficient_scope', 'The calling key expires before the requested key.');
  }
  if (parent.networks.length === 0) return;
  if (terms.networks.length === 0 || !areWithin(terms.networks, parent.networks)) {
    throw new Problem('insufficient_scope', 'The calling key is valid in fewer networks.');
  }
}

/**
 * Refuses an act on an object with more scopes than the calling key.
 * @param act the refused act in words, for example `grant it`
 */
export function requireScopes(
  { scopes: grantedScopes }: { readonly scopes: ReadonlySet<string> },
  scopes: readonly Scope[],
  act: string,
): void {
  const missing = scopes.find((scope) => !grantedScopes.has(scope));
  if (missing === undefined) return;
  const detail = `The calling key lacks the scope ${missing}, so it cannot ${act}.`;
  throw new Problem('insufficient_scope', detail);
}
