// The OAuth 2.0 and OpenID Connect server of the bank: the library with the bank's policies. PKCE
// is mandatory, refresh tokens are valid once, and tokens are opaque: each use reads the database,
// so that a withdrawn consent takes effect at once.

import { timingSafeEqual } from 'node:crypto';
import Provider, {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { thisCell } from '../../db/kernel/cell.ts';
import { tenantOf } from '../../db/kernel/tenant.ts';
import { hashKey } from '../../identity/api-key.ts';
import { CONSENT_MS } from '../../identity/consents.ts';
import type { SigningKey } from '../../identity/oauth-keys.ts';
import { originsIn, pageOrigin } from '../../identity/page-origins.ts';
import { APP_SCOPES } from '../../identity/scopes.ts';
import type { BankDeps } from '../kit/context.ts';
import { createAdapters } from './adapter.ts';
import { DPOP_ALGORITHMS } from './dpop.ts';
import { showErrorPage, showSignedOutPage, showSignOutPage } from './pages.ts';
import { answerRefreshOnce } from './refresh.ts';

export type OAuthDeps = Pick<BankDeps, 'config' | 'environments' | 'platform' | 'seal' | 'log'>;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

/** The paths of the endpoints, as in the documents under /.well-known. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  pushed_authorization_request: '/oauth/par',
  userinfo: '/oauth/userinfo',
  end_session: '/oauth/logout',
} as const;

/** Lifetimes in seconds. */
const LIFETIMES = {
  AccessToken: 15 * MINUTE_SECONDS,
  ClientCredentials: 15 * MINUTE_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  IdToken: 15 * MINUTE_SECONDS,
  Interaction: 15 * MINUTE_SECONDS,
  Session: 60 * MINUTE_SECONDS,
  RefreshToken: 30 * DAY_SECONDS,
  Grant: CONSENT_MS / 1000,
};

/**
 * Creates the server.
 * @param keys private JWKs; the first one of each algorithm signs
 */
export function createProvider(
  deps: OAuthDeps,
  issuer: string,
  keys: readonly SigningKey[],
): Provider {
  const { platform, seal } = deps;
  const provider = new Provider(issuer, {
    ...createSettings(deps, issuer),
    adapter: createAdapters(platform, seal),
    jwks: { keys: [...keys] },
  });
  // The library may trust the proxy headers, because the bank overwrites them by the issuer.
  provider.proxy = true;
  // Only hashes of secrets are stored.
  (provider.Client.prototype as unknown as ClientWithSecret).compareClientSecret = function (
    actual,
  ) {
    return timingSafeEqual(hashKey(actual), Buffer.from(this.clientSecret, 'hex'));
  };
  prefixTokensWithCell(provider);
  answerRefreshOnce(provider, { access: platform.access, seal });
  provider.on('server_error', (_ctx, err) => {
    deps.log.error({ err }, 'a request to the OAuth server failed with an internal fault');
  });
  return provider;
}

/** Prefixes tokens and codes with the cell, so that a proxy finds the bank that issued them. */
function prefixTokensWithCell(provider: Provider): void {
  const kinds = [
    provider.AccessToken,
    provider.ClientCredentials,
    provider.RefreshToken,
    provider.AuthorizationCode,
    provider.PushedAuthorizationRequest,
  ];
  for (const { prototype } of kinds) {
    const tokenKind = prototype as unknown as { generateTokenId(): string };
    const generateId = tokenKind.generateTokenId;
    tokenKind.generateTokenId = function (this: unknown) {
      return thisCell() + generateId.call(this as never);
    };
  }
}

interface ClientWithSecret {
  clientSecret: string;
  compareClientSecret(this: ClientWithSecret, actual: string): boolean;
}

function createSettings(deps: OAuthDeps, issuer: string): Configuration {
  const { seal } = deps;
  const { access } = deps.platform;
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: isSecure(issuer),
  } as const;
  return {
    routes: OAUTH_PATHS,
    scopes: ['openid', 'offline_access', ...APP_SCOPES],
    claims: { openid: ['sub', 'amr', 'auth_time'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      keys: [seal.fingerprint('cookies', 'oauth')],
      names: { session: 'kontor_session', interaction: 'kontor_sign_in', resume: 'kontor_resume' },
      long: cookie,
      short: cookie,
    },
    ttl: LIFETIMES,
    rotateRefreshToken: true,
    // Apps in browsers get refresh tokens too, because each token is valid once.
    issueRefreshToken: async (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    features: createFeatures(),
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      dPoPSigningAlgValues: DPOP_ALGORITHMS,
    },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      originsIn(client.redirectUris ?? []).includes(pageOrigin(origin)),
    interactions: {
      policy: createPolicy(deps),
      url: (_ctx, interaction) => `/oauth/sign-in/${interaction.uid}`,
    },
    async loadExistingGrant(ctx) {
      const { client, result, session } = ctx.oidc;
      if (!client) return undefined;
      const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
      // A withdrawn consent is requested again.
      if (!grantId || !access.consentOf(grantId)) return undefined;
      return ctx.oidc.provider.Grant.find(grantId);
    },
    findAccount: async (ctx, sub) => findAccountOfApp(deps, ctx, sub),
    renderError: showErrorPage,
  };
}

function createFeatures(): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: {
      enabled: true,
      // An app learns nothing about the tokens of other apps.
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    revocation: {
      enabled: true,
      // An app cannot revoke the tokens of other apps.
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    pushedAuthorizationRequests: { enabled: true },
    dPoP: { enabled: true },
    userinfo: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: showSignOutPage,
      postLogoutSuccessSource: showSignedOutPage,
    },
  };
}

/** A session belongs to a customer of one developer; apps of others require a new sign-in. */
function createPolicy(deps: OAuthDeps) {
  const { Check, base } = interactionPolicy;
  const policy = base();
  policy.get('login')?.checks.add(
    new Check(
      'other_bank',
      'The signed-in customer is not one of this app',
      'login_required',
      (ctx) => {
        const { session, result } = ctx.oidc;
        const sub = result?.login?.accountId ?? session?.accountId;
        if (!sub) return Check.NO_NEED_TO_PROMPT;
        return isAccountOfApp(deps, ctx, sub) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
      },
    ),
  );
  return policy;
}

/**
 * True when the customer belongs to the developer of the requesting app, in the app's environment.
 */
function isAccountOfApp(deps: OAuthDeps, ctx: KoaContextWithOIDC, sub: string): boolean {
  const clientId = ctx.oidc.client?.clientId;
  const client = clientId ? deps.platform.access.usableClient(clientId) : null;
  if (!client) return false;
  const { id, sandboxEpoch } = client.developer;
  const tenantId = tenantOf(id, client.client.environment, sandboxEpoch);
  return deps.platform.access.signInOf(sub)?.tenantId === tenantId;
}

function findAccountOfApp(deps: OAuthDeps, ctx: KoaContextWithOIDC, sub: string) {
  // The end of a session may have no app.
  if (ctx.oidc.client && !isAccountOfApp(deps, ctx, sub)) return undefined;
  return { accountId: sub, claims: async () => ({ sub }) };
}

/** True when the issuer uses TLS. */
export function isSecure(issuer: string): boolean {
  return issuer.startsWith('https:');
}
