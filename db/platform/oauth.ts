// Reads and writes the rows of apps, of the state of the OAuth protocol, and of customers' consents
// and sign-ins. identity/ decides by them.

import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../kernel/connect.ts';
import { type PageOrder, pageOf } from '../kernel/page.ts';
import {
  consents,
  oauthClients,
  oauthKeys,
  oauthPageOrigins,
  oauthState,
  passwordResets,
  signIns,
} from './oauth-tables.ts';
import { developers } from './tables.ts';

export type OAuthClient = typeof oauthClients.$inferSelect;
export type OAuthState = typeof oauthState.$inferSelect;
export type OAuthKey = typeof oauthKeys.$inferSelect;
export type Consent = typeof consents.$inferSelect;
export type PasswordReset = typeof passwordResets.$inferSelect;
export type SignIn = typeof signIns.$inferSelect;

export interface ClientOwner {
  readonly developerId: string;
  readonly environment: OAuthClient['environment'];
}

export interface Attempts {
  readonly failed: number;
  readonly lockedUntil: number;
}

/** How long expired rows are kept: a token that has just expired is reported as expired. */
const KEPT_AFTER_MS = 60 * 60 * 1000;
const ATTEMPTS_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the functions that read and write the rows. Call the writing ones only inside `write`.
 */
export function createOAuthStore({ orm, raw }: Pick<Database, 'orm' | 'raw'>) {
  return {
    ...clientRows(orm),
    ...originRows({ orm, raw }),
    ...stateRows(orm),
    ...customerRows(orm),
    ...resetRows(orm),
    ...attemptRows(raw),
  };
}

export type OAuthRows = ReturnType<typeof createOAuthStore>;

function clientRows(orm: Database['orm']) {
  const isOwn = (owner: ClientOwner, id: string) =>
    and(
      eq(oauthClients.id, id),
      eq(oauthClients.developerId, owner.developerId),
      eq(oauthClients.environment, owner.environment),
    );
  return {
    insertClient: (row: OAuthClient) => void orm.insert(oauthClients).values(row).run(),
    updateClient: (row: OAuthClient) =>
      void orm.update(oauthClients).set(row).where(eq(oauthClients.id, row.id)).run(),
    findClient: (owner: ClientOwner, id: string): OAuthClient | null =>
      orm.select().from(oauthClients).where(isOwn(owner, id)).get() ?? null,
    countClients: (owner: ClientOwner): number =>
      orm
        .select({ count: sql<number>`count(*)` })
        .from(oauthClients)
        .where(
          and(
            eq(oauthClients.developerId, owner.developerId),
            eq(oauthClients.environment, owner.environment),
            eq(oauthClients.status, 'active'),
          ),
        )
        .get()?.count ?? 0,
    listClients(owner: ClientOwner, { limit, startingAfter }: PageOrder) {
      const rows = orm
        .select()
        .from(oauthClients)
        .where(
          and(
            eq(oauthClients.developerId, owner.developerId),
            eq(oauthClients.environment, owner.environment),
            startingAfter ? lt(oauthClients.id, startingAfter) : undefined,
          ),
        )
        .orderBy(desc(oauthClients.id))
        .limit(limit + 1)
        .all();
      return pageOf(rows, limit);
    },
    /** Returns a client with its developer, or null. */
    clientById: (id: string) =>
      orm
        .select({ client: oauthClients, developer: developers })
        .from(oauthClients)
        .innerJoin(developers, eq(developers.id, oauthClients.developerId))
        .where(eq(oauthClients.id, id))
        .get() ?? null,
  };
}

function originRows({ orm, raw }: Pick<Database, 'orm' | 'raw'>) {
  const hasOrigin = raw
    .prepare<[string], number>('SELECT 1 FROM oauth_page_origins WHERE origin = ? LIMIT 1')
    .pluck();
  return {
    /** Returns true for the origin of a page that is registered as a client. */
    isPageOrigin: (origin: string): boolean => hasOrigin.get(origin) === 1,
    setPageOrigins(clientId: string, origins: readonly string[]): void {
      orm.delete(oauthPageOrigins).where(eq(oauthPageOrigins.clientId, clientId)).run();
      for (const origin of origins) orm.insert(oauthPageOrigins).values({ origin, clientId }).run();
    },
  };
}

function stateRows(orm: Database['orm']) {
  const whereState = (model: string, idHash: Buffer) =>
    and(eq(oauthState.model, model), eq(oauthState.idHash, idHash));
  return {
    saveState: (row: OAuthState) =>
      void orm
        .insert(oauthState)
        .values(row)
        .onConflictDoUpdate({ target: [oauthState.model, oauthState.idHash], set: row })
        .run(),
    /** Returns false when the state already exists. */
    addState: (row: OAuthState): boolean =>
      orm.insert(oauthState).values(row).onConflictDoNothing().run().changes === 1,
    findState: (model: string, idHash: Buffer): OAuthState | null =>
      orm.select().from(oauthState).where(whereState(model, idHash)).get() ?? null,
    findStateByUid: (model: string, uidHash: Buffer): OAuthState | null =>
      orm
        .select()
        .from(oauthState)
        .where(and(eq(oauthState.model, model), eq(oauthState.uidHash, uidHash)))
        .get() ?? null,
    /** Returns false when the state was already consumed. */
    consumeState: (model: string, idHash: Buffer, now: number): boolean =>
      orm
        .update(oauthState)
        .set({ consumedAt: now })
        .where(and(whereState(model, idHash), sql`${oauthState.consumedAt} IS NULL`))
        .run().changes === 1,
    removeState: (model: string, idHash: Buffer) =>
      void orm.delete(oauthState).where(whereState(model, idHash)).run(),
    removeGrant: (grantId: string) =>
      void orm.delete(oauthState).where(eq(oauthState.grantId, grantId)).run(),
    /**
     * Ends the sessions of a customer.
     * @param except hash of the uid of a session that stays
     */
    removeSessions: (customerId: string, except: Buffer | null) =>
      void orm
        .delete(oauthState)
        .where(
          and(
            eq(oauthState.ownerHash, ownerHashOf(customerId)),
            except ? sql`${oauthState.uidHash} IS NOT ${except}` : undefined,
          ),
        )
        .run(),
    pruneState: (now: number): number =>
      orm
        .delete(oauthState)
        .where(lt(oauthState.expiresAt, now - KEPT_AFTER_MS))
        .run().changes,
    listOAuthKeys: (): OAuthKey[] =>
      orm.select().from(oauthKeys).orderBy(desc(oauthKeys.createdAt), oauthKeys.algorithm).all(),
    insertOAuthKey: (row: OAuthKey) => void orm.insert(oauthKeys).values(row).run(),
    removeOAuthKey: (id: string) => void orm.delete(oauthKeys).where(eq(oauthKeys.id, id)).run(),
  };
}

function customerRows(orm: Database['orm']) {
  return {
    insertConsent: (row: Consent) => void orm.insert(consents).values(row).run(),
    consentOfGrant: (grantId: string): Consent | null =>
      orm.select().from(consents).where(eq(consents.grantId, grantId)).get() ?? null,
    listConsents: (tenantId: string, customerId: string) =>
      orm
        .select({ consent: consents, clientName: oauthClients.name })
        .from(consents)
        .innerJoin(oauthClients, eq(oauthClients.id, consents.clientId))
        .where(and(eq(consents.tenantId, tenantId), eq(consents.customerId, customerId)))
        .orderBy(desc(consents.id))
        .limit(100)
        .all(),
    consentsOfClient: (clientId: string): Consent[] =>
      orm
        .select()
        .from(consents)
        .where(and(eq(consents.clientId, clientId), sql`${consents.withdrawnAt} IS NULL`))
        .all(),
    endConsent: (id: string, withdrawnAt: number) =>
      void orm.update(consents).set({ withdrawnAt }).where(eq(consents.id, id)).run(),
    signInOf: (customerId: string): SignIn | null =>
      orm.select().from(signIns).where(eq(signIns.customerId, customerId)).get() ?? null,
    signInByName: (tenantId: string, nameKey: string): SignIn | null =>
      orm
        .select()
        .from(signIns)
        .where(and(eq(signIns.tenantId, tenantId), eq(signIns.nameKey, nameKey)))
        .get() ?? null,
    removeSignIn: (customerId: string) =>
      void orm.delete(signIns).where(eq(signIns.customerId, customerId)).run(),
    saveSignIn: (row: SignIn) =>
      void orm
        .insert(signIns)
        .values(row)
        .onConflictDoUpdate({ target: signIns.customerId, set: row })
        .run(),
  };
}

/**
 * Returns the hash by which sessions refer to a customer, so that a copy of the file reveals no id.
 */
export function ownerHashOf(customerId: string): Buffer {
  return createHash('sha256').update(customerId).digest();
}

function resetRows(orm: Database['orm']) {
  return {
    insertReset: (row: PasswordReset) => void orm.insert(passwordResets).values(row).run(),
    findReset: (codeHash: Buffer): PasswordReset | null =>
      orm.select().from(passwordResets).where(eq(passwordResets.codeHash, codeHash)).get() ?? null,
    /** Marks all reset codes of a customer as used. */
    useResets: (customerId: string, usedAt: number) =>
      void orm
        .update(passwordResets)
        .set({ usedAt })
        .where(and(eq(passwordResets.customerId, customerId), isNull(passwordResets.usedAt)))
        .run(),
    pruneResets: (now: number) =>
      void orm
        .delete(passwordResets)
        .where(lt(passwordResets.expiresAt, now - KEPT_AFTER_MS))
        .run(),
  };
}

function attemptRows(raw: Database['raw']) {
  const find = raw.prepare<[Buffer], Attempts>(
    `SELECT failed, locked_until AS lockedUntil FROM sign_in_attempts WHERE key_hash = ?`,
  );
  const save = raw.prepare(
    `INSERT INTO sign_in_attempts VALUES (?, ?, ?, ?)
     ON CONFLICT (key_hash) DO UPDATE SET failed = excluded.failed,
     locked_until = excluded.locked_until, updated_at = excluded.updated_at`,
  );
  const remove = raw.prepare('DELETE FROM sign_in_attempts WHERE key_hash = ?');
  const prune = raw.prepare('DELETE FROM sign_in_attempts WHERE updated_at <= ?');
  return {
    attemptsOf: (keyHash: Buffer): Attempts => find.get(keyHash) ?? { failed: 0, lockedUntil: 0 },
    saveAttempts(keyHash: Buffer, { failed, lockedUntil }: Attempts, now: number): void {
      prune.run(now - ATTEMPTS_KEPT_MS);
      save.run(keyHash, failed, lockedUntil, now);
    },
    forgetAttempts: (keyHash: Buffer) => void remove.run(keyHash),
  };
}
