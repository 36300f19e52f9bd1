// Turns a credential into a caller: a developer's key with its environment and scopes, or an
// operator of the bank.

import type { Database } from '../db/connect.ts';
import type { apiKeys, operators } from '../db/platform-schema.ts';
import type { EnvironmentName } from '../db/store.ts';
import { hashKey, prefixOf } from './api-key.ts';

type ApiKey = typeof apiKeys.$inferSelect;

/** Who calls, after their credential was checked. */
export type Caller =
  | {
      readonly kind: 'developer';
      readonly keyId: string;
      readonly tenantId: string;
      readonly environment: EnvironmentName;
      readonly scopes: ReadonlySet<string>;
    }
  | { readonly kind: 'operator'; readonly operatorId: string; readonly name: string };

export type CredentialFault =
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'revoked_api_key'
  | 'developer_suspended';

/**
 * Returns the look-up of a credential; it reads the database each time, so a revocation counts at
 * once in every process.
 */
export function authenticator({ raw }: Database, now: () => number) {
  const byHash = raw.prepare<
    [Buffer],
    Pick<ApiKey, 'id' | 'developerId' | 'environment' | 'scopes' | 'status' | 'expiresAt'> & {
      sandboxStatus: 'active' | 'suspended';
    }
  >(
    `SELECT k.id, k.developer_id AS developerId, k.environment, k.scopes, k.status,
     k.expires_at AS expiresAt, d.sandbox_status AS sandboxStatus
     FROM api_keys k JOIN developers d ON d.id = k.developer_id WHERE k.key_hash = ?`,
  );
  const operatorByHash = raw.prepare<[Buffer], typeof operators.$inferSelect>(
    'SELECT id, name, status FROM operators WHERE key_hash = ?',
  );
  return (credential: string): Caller | CredentialFault => {
    const prefix = prefixOf(credential);
    if (!prefix) return 'invalid_api_key';
    const hash = hashKey(credential);
    if (prefix === 'op_') {
      const operator = operatorByHash.get(hash);
      if (operator?.status !== 'active') return 'invalid_api_key';
      return { kind: 'operator', operatorId: operator.id, name: operator.name };
    }
    const row = byHash.get(hash);
    if (!row) return 'invalid_api_key';
    if (row.status === 'revoked') return 'revoked_api_key';
    if (row.expiresAt !== null && row.expiresAt <= now()) return 'expired_api_key';
    if (row.sandboxStatus === 'suspended') return 'developer_suspended';
    return {
      kind: 'developer',
      keyId: row.id,
      tenantId: row.developerId,
      environment: row.environment,
      scopes: new Set(row.scopes.split(' ')),
    };
  };
}
