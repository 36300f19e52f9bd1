// Sets the Location header of every 201 and 202 to the path at which the answered object can be
// read.

import type { MiddlewareHandler } from 'hono';
import { PREFIXES } from '../../ledger/id.ts';
import type { AppEnv } from './context.ts';

type Body = Readonly<Record<string, unknown>>;
type LocationRule = string | ((body: Body) => string);

/** Paths by the prefix of an id; a text is a path to which the id is appended. */
const PATHS: Readonly<Record<string, LocationRule>> = {
  [PREFIXES.account]: '/v1/accounts/',
  [PREFIXES.alert]: ({ accountId, id }) => `/v1/accounts/${accountId}/alerts/${id}`,
  [PREFIXES.amlRun]: '/v1/ai/aml-monitor/',
  [PREFIXES.apiKey]: '/v1/developer/keys/',
  [PREFIXES.batch]: '/v1/batches/',
  [PREFIXES.creditAssessment]: '/v1/ai/credit-assessments/',
  [PREFIXES.customer]: '/v1/customers/',
  [PREFIXES.developer]: () => '/v1/developer',
  [PREFIXES.event]: '/v1/events/',
  [PREFIXES.intent]: '/v1/transactions/ai-intent/',
  [PREFIXES.kycFile]: '/v1/ai/kyc-files/',
  [PREFIXES.oauthClient]: '/v1/developer/oauth-clients/',
  [PREFIXES.operator]: '/v1/ops/operators/',
  [PREFIXES.payment]: '/v1/payments/',
  [PREFIXES.quote]: '/v1/exchange-rates/quotes/',
  [PREFIXES.schedule]: '/v1/scheduled/',
  [PREFIXES.trainingDataset]: '/v1/ai/custom-models/datasets/',
  [PREFIXES.transaction]: '/v1/transactions/',
  [PREFIXES.wallet]: '/v1/wallets/',
  [PREFIXES.webhookEndpoint]: '/v1/webhook-endpoints/',
};

/**
 * Operations whose results can never be read again: secrets, challenges, and the plans of a
 * simulation.
 */
export const NEVER_READ: ReadonlySet<string> = new Set([
  ...['enableMfa', 'passkeySetupOptions', 'passkeyOptions'],
  ...['verifyPasskeySetup', 'simulateWebhookFailure'],
]);

/** Returns the path at which an object is read, or null when no operation reads it. */
export function locationOf(body: Body): string | null {
  const { id } = body;
  if (typeof id !== 'string') return null;
  const path = PATHS[id.slice(0, id.indexOf('_'))];
  if (path === undefined) return null;
  return typeof path === 'string' ? `${path}${id}` : path(body);
}

/** Returns the path under which operators read an object of a developer. */
const operatorPathOf = (path: string) =>
  path.replace(/^\/v1\/transactions\//, '/v1/ops/transactions/');

/**
 * Adds the header when the handler has not. Handlers that move money set it themselves, so that
 * their answer is not parsed again.
 */
export const addLocation: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.status !== 201 && c.res.status !== 202) return;
  const path = c.res.headers.get('location') ?? (await readLocation(c.res));
  if (path === null) return;
  const isOperator = c.get('caller')?.kind === 'operator';
  c.res.headers.set('Location', isOperator ? operatorPathOf(path) : path);
};

async function readLocation(answer: Response): Promise<string | null> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return null;
  const body: unknown = await answer.clone().json();
  return typeof body === 'object' && body !== null ? locationOf(body as Body) : null;
}
