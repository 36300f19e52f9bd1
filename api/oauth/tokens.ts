// Finds the caller of an OAuth token. The token is looked up each time, with the app, the developer
// and the consent behind it, so that ending any of them ends the token at once.

import type { Context } from 'hono';
import type Provider from 'oidc-provider';
import { tenantOf } from '../../db/kernel/tenant.ts';
import type { CustomerCaller, DeveloperCaller } from '../../identity/caller.ts';
import type { UsableClient } from '../../identity/oauth-clients.ts';
import { isCustomerScope } from '../../identity/scopes.ts';
import type { AppEnv, Tokens } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import type { OAuthDesk } from './desk.ts';
import { proofFault } from './dpop.ts';
import type { OAuthDeps } from './provider.ts';

type AccessToken = InstanceType<Provider['AccessToken']>;
type ClientCredentials = InstanceType<Provider['ClientCredentials']>;

const ANY_AGE = { ignoreExpiration: true };

/** The look-up of tokens. */
export function tokensOf(deps: OAuthDeps, desk: OAuthDesk): Tokens {
  /** @throws Problem unless the caller is the one that the token is bound to */
  async function requireProof(
    c: Context<AppEnv>,
    found: AccessToken | ClientCredentials,
    { scheme, token }: { readonly scheme: string; readonly token: string },
  ): Promise<void> {
    const { jkt } = found as { jkt?: string };
    if (jkt === undefined && scheme === 'bearer') return;
    if (jkt === undefined) throw invalid('The token is no DPoP token: show it as Bearer.');
    if (scheme !== 'dpop') throw invalid('The token is bound to a key: show it as DPoP.');
    const url = desk.issuerOf(c) + c.req.path;
    const provider = await desk.provider(c);
    const shown = { proof: c.req.header('dpop') ?? '', token, jkt, method: c.req.method, url };
    const fault = await proofFault(shown, (jti, until) =>
      provider.ReplayDetection.unique(found.clientId ?? '', jti, until),
    );
    if (fault !== null) throw invalid(fault);
  }

  /** The token of a customer ends with the consent, and with the session where it has no other. */
  async function customerOf(provider: Provider, token: AccessToken, within: DeveloperCaller) {
    const consent = deps.platform.access.consentOf(token.grantId);
    const { accountId: customerId, clientId = '' } = token;
    const isOwn =
      consent?.customerId === customerId &&
      consent.clientId === clientId &&
      consent.tenantId === within.tenantId;
    if (!consent || !isOwn) throw invalid('The customer has taken the consent back.');
    if (token.expiresWithSession) {
      const session = await provider.Session.findByUid(token.sessionUid ?? '');
      if (session?.accountId !== customerId) throw invalid('The customer has signed out.');
    }
    const agreed = new Set(consent.scopes.split(' '));
    const scopes = [...within.scopes].filter((one) => isCustomerScope(one) && agreed.has(one));
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
    async callerOf(c, shown) {
      const provider = await desk.provider(c);
      const found =
        (await provider.AccessToken.find(shown.token, ANY_AGE)) ??
        (await provider.ClientCredentials.find(shown.token, ANY_AGE));
      if (!found) throw invalid();
      const client = deps.platform.access.usableClient(found.clientId ?? '');
      if (!client) throw invalid('The app may act no more.');
      await requireProof(c, found, shown);
      if (found.isExpired) throw new Problem('expired_token');
      const within = developerOf(client, found);
      if (found.kind !== 'AccessToken') return within;
      return customerOf(provider, found as AccessToken, within);
    },
  };
}

function developerOf(found: UsableClient, token: AccessToken | ClientCredentials): DeveloperCaller {
  const { client, developer } = found;
  const { environment } = client;
  const registered = new Set(client.scopes.split(' '));
  return {
    kind: 'developer',
    keyId: client.id,
    developerId: developer.id,
    tenantId: tenantOf(developer.id, environment, developer.sandboxEpoch),
    sandboxEpoch: developer.sandboxEpoch,
    environment,
    // An app that was narrowed meanwhile may no more than it has now.
    scopes: new Set([...token.scopes].filter((scope) => registered.has(scope))),
    networks: [],
    expiresAt: token.exp === undefined ? null : token.exp * 1000,
    throttle: developer.throttle,
  };
}

function invalid(detail?: string): Problem {
  return new Problem('invalid_token', detail);
}
