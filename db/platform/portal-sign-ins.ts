// The rows of sign-ins and passkeys by which a developer opens a portal session without a key.
// identity/ decides whether they are valid.

import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { EnvironmentName } from '../kernel/environment.ts';
import { portalPasskeys, portalSignIns } from './tables.ts';

export type PortalSignIn = typeof portalSignIns.$inferSelect;
export type PortalPasskey = typeof portalPasskeys.$inferSelect;
export type PortalRows = ReturnType<typeof createPortalStore>;

/** The owner of passkeys: a developer, for the keys of one environment. */
export interface PasskeyOwner {
  readonly developerId: string;
  readonly environment: EnvironmentName;
}

/**
 * Returns the functions that read and write the rows. Call the writing ones only inside a write.
 */
export function createPortalStore({ raw }: Pick<Database, 'raw'>) {
  const insertSignIn = raw.prepare(`INSERT INTO portal_sign_ins ${insertOf(portalSignIns)}`);
  const signIn = raw.prepare<[Buffer], PortalSignIn>(
    `SELECT ${columnsOf(portalSignIns)} FROM portal_sign_ins WHERE browser_hash = ?`,
  );
  const markUsed = raw.prepare('UPDATE portal_sign_ins SET used_at = ? WHERE browser_hash = ?');
  const prune = raw.prepare('DELETE FROM portal_sign_ins WHERE expires_at <= ?');
  const insertPasskey = raw.prepare(`INSERT INTO portal_passkeys ${insertOf(portalPasskeys)}`);
  const byCredential = raw.prepare<[string], PortalPasskey>(
    `SELECT ${columnsOf(portalPasskeys)} FROM portal_passkeys WHERE credential_id = ?`,
  );
  const usedPasskey = raw.prepare(
    'UPDATE portal_passkeys SET counter = ?, last_used_at = ? WHERE id = ?',
  );
  const remove = raw.prepare('DELETE FROM portal_passkeys WHERE id = ?');
  const listPasskeys = raw.prepare<[string, string], PortalPasskey>(
    `SELECT ${columnsOf(portalPasskeys, 'p')} FROM portal_passkeys p
     JOIN api_keys k ON k.id = p.key_id
     WHERE k.developer_id = ? AND k.environment = ? ORDER BY p.id DESC`,
  );

  return {
    insertSignIn: (row: PortalSignIn): void => void insertSignIn.run(row),
    signIn: (browserHash: Buffer): PortalSignIn | null => signIn.get(browserHash) ?? null,
    useSignIn: (browserHash: Buffer, time: number): void => void markUsed.run(time, browserHash),
    /** Deletes the sign-ins that have expired at a time. */
    pruneSignIns: (time: number): void => void prune.run(time),
    insertPasskey: (row: PortalPasskey): void => void insertPasskey.run(row),
    passkeyBy: (credentialId: string): PortalPasskey | null =>
      byCredential.get(credentialId) ?? null,
    recordPasskeyUse: (id: string, counter: number, time: number): void =>
      void usedPasskey.run(counter, time, id),
    /** Returns the passkeys of an owner, newest first. */
    passkeysOf: ({ developerId, environment }: PasskeyOwner): PortalPasskey[] =>
      listPasskeys.all(developerId, environment),
    removePasskey: (id: string): void => void remove.run(id),
  };
}
