// The OAuth server of this process. It is created at the first request, because only then the
// address of the process is known, and created again when the signing keys change.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type Provider from 'oidc-provider';
import { readBaseUrl } from '../kit/address.ts';
import type { AppEnv } from '../kit/context.ts';
import { createProvider, isSecure, type OAuthDeps } from './provider.ts';

export interface OAuthServer {
  /** Returns the issuer identifier of the bank, which is the base of all OAuth addresses. */
  issuerOf(c: Context<AppEnv>): string;
  provider(c: Context<AppEnv>): Promise<Provider>;
  /** Returns the Node streams of a request, with host headers that match the issuer. */
  streamsOf(c: Context<AppEnv>): { incoming: IncomingMessage; outgoing: ServerResponse };
}

/** Interval at which the signing keys are read again. */
const KEYS_VALID_MS = 60_000;

/** Creates the access to the OAuth server of a process. */
export function createOAuthServer(deps: OAuthDeps): OAuthServer {
  const { config, platform, seal } = deps;
  let current: { issuer: string; kids: string; provider: Provider; until: number } | null = null;
  let creation: Promise<Provider> | null = null;

  const issuerOf = (c: Context<AppEnv>) => readBaseUrl(c, config);

  async function findOrCreateProvider(issuer: string): Promise<Provider> {
    const keys = await platform.access.signingKeys(seal);
    const kids = keys.map(({ kid }) => kid).join(' ');
    const until = Date.now() + KEYS_VALID_MS;
    const isSame = current?.issuer === issuer && current.kids === kids;
    const provider = isSame && current ? current.provider : createProvider(deps, issuer, keys);
    current = { issuer, kids, provider, until };
    return provider;
  }

  return {
    issuerOf,
    async provider(c) {
      const issuer = issuerOf(c);
      if (current?.issuer === issuer && current.until > Date.now()) return current.provider;
      creation ??= findOrCreateProvider(issuer).finally(() => {
        creation = null;
      });
      return creation;
    },
    streamsOf(c) {
      const { incoming, outgoing } = c.env as HttpBindings;
      // Links and cookies are built from the issuer, never from the client's headers.
      const issuer = issuerOf(c);
      const { host } = new URL(issuer);
      incoming.headers.host = host;
      incoming.headers['x-forwarded-host'] = host;
      incoming.headers['x-forwarded-proto'] = isSecure(issuer) ? 'https' : 'http';
      delete incoming.headers['x-forwarded-for'];
      return { incoming, outgoing };
    },
  };
}
