// Apps that act for customers, on the wire.

import { z } from '@hono/zod-openapi';
import type { OAuthClient } from '../../db/platform/oauth.ts';
import { APP_SCOPES, isScope, type Scope } from '../../identity/scopes.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { appNameSchema } from '../oauth/app-name.ts';

const appScope = z.enum(APP_SCOPES as [Scope, ...Scope[]]);

/**
 * The address to which a browser is redirected with a code. It is compared exactly, without
 * normalisation.
 */
const redirectUri = z
  .string()
  .max(512)
  .superRefine((text, ctx) => {
    const message = findRedirectFault(text);
    if (message !== null) ctx.addIssue({ code: 'custom', message });
  })
  .openapi({ type: 'string', maxLength: 512, example: 'https://app.example.com/callback' });

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

function findRedirectFault(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^[\x21-\x7e]+$/.test(text)) return 'Expected an absolute address in ASCII.';
  if (text.includes('#')) return 'A fragment (#) is not allowed.';
  if (url.username !== '' || url.password !== '') return 'A user name is not allowed.';
  if (text.includes('*')) return 'A wildcard is not allowed: addresses are compared exactly.';
  if (
    url.pathname.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part)) ||
    /\/\.\.?(\/|$)/.test(text)
  )
    return 'Steps such as .. are not allowed.';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') {
    return LOOPBACK.has(url.hostname) ? null : 'Plain http is for this device only: use https.';
  }
  // RFC 8252: the scheme of an app is a reversed domain name, which makes it unique.
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
    ? null
    : 'Expected https, or a scheme with a dot such as com.example.app:/callback.';
}

const redirectUris = z
  .array(redirectUri)
  .max(10)
  .refine((all) => new Set(all).size === all.length, 'An address occurs twice.');

const fields = {
  name: appNameSchema.openapi({
    example: 'Budget app',
    description: 'Shown to customers on the consent page.',
  }),
  redirectUris: redirectUris.openapi({
    description:
      'https, http on 127.0.0.1 or [::1], or a scheme of the app. None: client credentials only.',
  }),
  scopes: z.array(appScope).min(1).openapi({ description: 'Scopes that the app may request.' }),
};

export const clientCreate = z
  .strictObject({
    ...fields,
    type: z.enum(['public', 'confidential']).openapi({
      description: 'public: an app on a device or in a browser, which cannot keep a secret.',
    }),
  })
  .openapi('OAuthClientCreate');

export const clientUpdate = z.strictObject(fields).partial().openapi('OAuthClientUpdate');

export const clientSchema = z
  .object({
    id: z.string().openapi({ description: 'The client_id of OAuth.' }),
    object: z.literal('oauth_client'),
    livemode: z.boolean(),
    environment: z.enum(['sandbox', 'production']),
    name: z.string(),
    type: z.enum(['public', 'confidential']),
    redirectUris: z.array(z.string()),
    scopes: z.array(appScope),
    lastFour: z.string().nullable().openapi({ description: 'Last four characters of the secret.' }),
    status: z.enum(['active', 'revoked']),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('OAuthClient');

export const newClientSchema = clientSchema
  .extend({
    clientSecret: z
      .string()
      .nullable()
      .openapi({ description: 'Shown only once; null for a public client.' }),
  })
  .openapi('OAuthClientWithSecret');

/** The wire form of a client, without the secret. */
export function clientView(row: OAuthClient) {
  return {
    id: row.id,
    object: 'oauth_client' as const,
    livemode: row.environment === 'production',
    environment: row.environment,
    name: row.name,
    type: row.type,
    redirectUris: [...row.redirectUris],
    scopes: row.scopes.split(' ').filter(isScope),
    lastFour: row.lastFour,
    status: row.status,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
