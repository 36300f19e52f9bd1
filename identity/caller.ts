// Authentication: finds the caller of a credential, which is a developer's key with environment and
// scopes, or an operator's. OAuth tokens authenticate a third kind, customers through an app.

import type { EnvironmentName } from '../db/kernel/environment.ts';
import { tenantOf } from '../db/kernel/tenant.ts';
import type { KeyWithDeveloper, PlatformRows } from '../db/platform/rows.ts';
import { hashKey, prefixOf } from './api-key.ts';
import { networksOf } from './keys.ts';
import { isWithin } from './networks.ts';
import { rolesIn } from './operators.ts';

export interface DeveloperCaller {
  readonly kind: 'developer';
  /** Id of the key, or of the app to which the token belongs. */
  readonly keyId: string;
  readonly developerId: string;
  /** Tenant of the caller's rows: in the sandbox the developer's rows since the last reset. */
  readonly tenantId: string;
  /** Number of resets of the sandbox. */
  readonly sandboxEpoch: number;
  readonly environment: EnvironmentName;
  readonly scopes: ReadonlySet<string>;
  /** Networks from which the key may be used; empty for all. */
  readonly networks: readonly string[];
  readonly expiresAt: number | null;
  /** Lower limit of requests a second of each kind, set by an operator; null without one. */
  readonly throttle: number | null;
}

/** A customer through an app, restricted to the consent and to the rights of the developer. */
export interface CustomerCaller {
  readonly kind: 'customer';
  readonly customerId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** Accounts that the customer chose for the app. */
  readonly accountIds: ReadonlySet<string>;
  /** The developer who owns the customer's rows. */
  readonly within: DeveloperCaller;
}

/** An authenticated caller. */
export type Caller =
  | DeveloperCaller
  | CustomerCaller
  | {
      readonly kind: 'operator';
      /** The person, whatever the key: acts of two persons compare these ids. */
      readonly operatorId: string;
      readonly name: string;
      readonly roles: ReadonlySet<string>;
      /** The session of the console; absent when the key itself was presented. */
      readonly sessionId?: string;
    };

export type CredentialFault =
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'revoked_api_key'
  | 'developer_suspended'
  | 'ip_not_allowed';

/** Maximum number of cached keys. */
const MAX_CACHED = 1_000;

/** A cache of keys by hash, which every commit of the platform empties. */
function createKeyCache(rows: Pick<PlatformRows, 'keyByHash' | 'latestCommit'>) {
  const cache = new Map<string, KeyWithDeveloper>();
  let commit: number | null = null;
  return {
    find(hash: Buffer): KeyWithDeveloper | null {
      const latest = rows.latestCommit();
      if (latest !== commit || cache.size >= MAX_CACHED) cache.clear();
      commit = latest;
      return (latest !== null && cache.get(hash.toString('latin1'))) || null;
    },
    /** Reads a key; call it directly after `find`. */
    read(hash: Buffer): KeyWithDeveloper | null {
      const key = rows.keyByHash(hash);
      if (key && commit !== null) cache.set(hash.toString('latin1'), key);
      return key;
    },
  };
}

/**
 * Returns a function that authenticates credentials. It checks the database for commits each time,
 * so that a revocation applies at once in every process on the same files; on PostgreSQL it applies
 * when a process receives the commit.
 * @param now milliseconds since 1970 UTC
 * @param onUse called for every valid key
 */
export function createAuthenticator(
  rows: PlatformRows,
  now: () => number,
  onUse: (keyId: string, time: number) => void,
) {
  const keys = createKeyCache(rows);
  return (credential: string, address: string | null): Caller | CredentialFault => {
    const hash = hashKey(credential);
    const knownKey = keys.find(hash);
    const prefix = knownKey ? null : prefixOf(credential);
    if (!knownKey && !prefix) return 'invalid_api_key';
    if (prefix === 'op_') {
      const operator = rows.operators.byKey(hash);
      if (operator?.status !== 'active') return 'invalid_api_key';
      if (operator.expiresAt !== null && operator.expiresAt <= now()) return 'expired_api_key';
      const { id: operatorId, name } = operator;
      return { kind: 'operator', operatorId, name, roles: new Set(rolesIn(operator)) };
    }
    const key = knownKey ?? keys.read(hash);
    if (!key) return 'invalid_api_key';
    const caller = authenticateKey(key, address, now());
    if (typeof caller !== 'string') onUse(key.id, now());
    return caller;
  };
}

interface Rights extends Pick<DeveloperCaller, 'scopes' | 'networks'> {}

const rightsOfRows = new WeakMap<KeyWithDeveloper, Rights>();

function rightsOf(key: KeyWithDeveloper): Rights {
  const cachedRights = rightsOfRows.get(key);
  if (cachedRights) return cachedRights;
  const rights = { scopes: new Set(key.scopes.split(' ')), networks: networksOf(key) };
  rightsOfRows.set(key, rights);
  return rights;
}

/** The developer of a valid key; otherwise the fault of the key. */
export function authenticateKey(
  key: KeyWithDeveloper,
  address: string | null,
  now: number,
): DeveloperCaller | CredentialFault {
  if (key.status === 'revoked') return 'revoked_api_key';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired_api_key';
  if (key.sandboxStatus === 'suspended') return 'developer_suspended';
  const { scopes, networks } = rightsOf(key);
  if (networks.length > 0 && !isWithin(address, networks)) return 'ip_not_allowed';
  return {
    kind: 'developer',
    keyId: key.id,
    developerId: key.developerId,
    tenantId: tenantOf(key.developerId, key.environment, key.sandboxEpoch),
    sandboxEpoch: key.sandboxEpoch,
    environment: key.environment,
    scopes,
    networks,
    expiresAt: key.expiresAt,
    throttle: key.throttle,
  };
}
