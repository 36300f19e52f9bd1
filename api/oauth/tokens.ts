// Finds the caller of an OAuth token. Each request reads the token with its app, developer and
// consent, so that the end of any of them ends the token at once.

import type { Context } from 'hono';
import type Provider from 'oidc-provider';
import { tenantOf } from '../../db/kernel/tenant.ts';
import type { CustomerCaller, DeveloperCaller } from '../../identity/caller.ts';
import type { UsableClient } from '../../identity/oauth-clients.ts';
import { isCustomerScope } from '../../identity/scopes.ts';
import type { AppEnv, Tokens } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { findProofFault } from './dpop.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';

type AccessToken = InstanceType<Provider['AccessToken']>;
type ClientCredentials = InstanceType<Provider['ClientCredentials']>;

const ANY_AGE = { ignoreExpiration: true };

/** Returns the functions that find the caller of a token. */
export function createTokens(deps: OAuthDeps, server: OAuthServer): Tokens {
  /** @throws Problem unless the caller proves possession of the key of a bound token */
  async function requireProof(
    c: Context<AppEnv>,
    accessToken: AccessToken | ClientCredentials,
    { scheme, token }: { readonly scheme: string; readonly token: string },
  ): Promise<void> {
    const { jkt } = accessToken as { jkt?: string };
    if (jkt === undefined && scheme === 'bearer') return;
    if (jkt === undefined) throw invalidToken('The token is not a DPoP token: send it as Bearer.');
    if (scheme !== 'dpop') throw invalidToken('The token is bound to a key: send it as DPoP.');
    const url = server.issuerOf(c) + c.req.path;
    const provider = await server.provider(c);
    const presented = { proof: c.req.header('dpop') ?? '', token, jkt, method: c.req.method, url };
    const fault = await findProofFault(presented, (jti, until) =>
      provider.ReplayDetection.unique(accessToken.clientId ?? '', jti, until),
    );
    if (fault !== null) throw invalidToken(fault);
  }

  /** A customer's token ends with the consent; without offline access, also with the session. */
  async function findCustomerCaller(
    provider: Provider,
    token: AccessToken,
    within: DeveloperCaller,
  ) {
    const consent = deps.platform.access.consentOf(token.grantId);
    const { accountId: customerId, clientId = '' } = token;
    const isOwn =
      consent?.customerId === customerId &&
      consent.clientId === clientId &&
      consent.tenantId === within.tenantId;
    if (!consent || !isOwn) throw invalidToken('The customer has withdrawn the consent.');
    if (token.expiresWithSession) {
      const session = await provider.Session.findByUid(token.sessionUid ?? '');
      if (session?.accountId !== customerId) throw invalidToken('The customer has signed out.');
    }
    const agreedScopes = new Set(consent.scopes.split(' '));
    const scopes = [...within.scopes].filter(
      (scope) => isCustomerScope(scope) && agreedScopes.has(scope),
    );
    const caller: CustomerCaller = {
      kind: 'customer',
      customerId,
      clientId,
      scopes: new Set(scopes),
      accountIds: new Set(consent.accountIds.split(' ').filter(Boolean)),
      within: { ...within, keyId: customerId, scopes: new Set(scopes) },
    };
    return caller;
  }

  return {
    async callerOf(c, presented) {
      const provider = await server.provider(c);
      const token =
        (await provider.AccessToken.find(presented.token, ANY_AGE)) ??
        (await provider.ClientCredentials.find(presented.token, ANY_AGE));
      if (!token) throw invalidToken();
      const client = deps.platform.access.usableClient(token.clientId ?? '');
      if (!client) throw invalidToken('The app is no longer active.');
      await requireProof(c, token, presented);
      if (token.isExpired) throw new Problem('expired_token');
      const within = toDeveloperCaller(client, token);
      if (token.kind !== 'AccessToken') return within;
      return findCustomerCaller(provider, token as AccessToken, within);
    },
  };
}

function toDeveloperCaller(
  usable: UsableClient,
  token: AccessToken | ClientCredentials,
): DeveloperCaller {
  const { client, developer } = usable;
  const { environment } = client;
  const registered = new Set(client.scopes.split(' '));
  return {
    kind: 'developer',
    keyId: client.id,
    developerId: developer.id,
    tenantId: tenantOf(developer.id, environment, developer.sandboxEpoch),
    sandboxEpoch: developer.sandboxEpoch,
    environment,
    // Scopes that the app has lost since the token was issued do not count.
    scopes: new Set([...token.scopes].filter((scope) => registered.has(scope))),
    networks: [],
    expiresAt: token.exp === undefined ? null : token.exp * 1000,
    throttle: developer.throttle,
  };
}

function invalidToken(detail?: string): Problem {
  return new Problem('invalid_token', detail);
}
