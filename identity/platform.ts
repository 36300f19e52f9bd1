// Developers, their keys and the bank's operators: who may call. Registration is approved for the
// sandbox at once; production waits for an operator. Keys leave this file once, as they are made.

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../db/connect.ts';
import { mint, mintAt } from '../db/mint.ts';
import { type Page, type PageOrder, pageOf } from '../db/page.ts';
import { apiKeys, audit, developers, operators } from '../db/platform-schema.ts';
import type { EnvironmentName } from '../db/store.ts';
import { hashKey, newKey } from './api-key.ts';
import { authenticator, type Caller, type CredentialFault } from './caller.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

export type Developer = typeof developers.$inferSelect;
export type ApiKey = typeof apiKeys.$inferSelect;
export type Operator = typeof operators.$inferSelect;

export interface Registration {
  readonly company: string;
  readonly email: string;
  readonly phone: string | null;
  readonly country: string;
  readonly useCase: string | null;
  readonly expectedVolume: string | null;
}

export interface KeyOrder {
  readonly developerId: string;
  readonly environment: EnvironmentName;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

export interface AuditRow {
  readonly actor: string;
  readonly action: string;
  readonly objectId: string;
  readonly environment: EnvironmentName | null;
  readonly detail: object;
}

/** A key at the only moment at which its secret is known. */
export interface IssuedKey {
  readonly key: string;
  readonly row: ApiKey;
}

export interface Platform {
  authenticate(credential: string): Caller | CredentialFault;
  register(registration: Registration): Promise<{ developer: Developer; issued: IssuedKey } | null>;
  findDeveloper(id: string): Promise<Developer | null>;
  listApplications(status: string | null, page: PageOrder): Promise<Page<Developer>>;
  decideApplication(decision: ApplicationDecision): Promise<Developer | 'not_found' | 'decided'>;
  issueKey(order: KeyOrder): Promise<IssuedKey>;
  listKeys(developerId: string, page: PageOrder): Promise<Page<ApiKey>>;
  revokeKey(developerId: string, keyId: string): Promise<ApiKey | null>;
  /** Gives a new key with the same rights; the old one lives on for the overlap. */
  rotateKey(developerId: string, keyId: string, overlapMs: number): Promise<IssuedKey | null>;
  /** Makes sure that an operator exists; returns a key only when one was made just now. */
  ensureOperator(givenKey: string | null): Promise<string | null>;
  record(row: AuditRow): Promise<void>;
  close(): void;
}

export interface ApplicationDecision {
  readonly applicationId: string;
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly operatorId: string;
}

/**
 * Opens the platform database.
 * @param file path, or `:memory:`
 * @param now milliseconds since 1970 UTC
 */
export function openPlatform(file: string, now: () => number = Date.now): Platform {
  const database = openDatabase(file, 'platform');
  const { orm } = database;
  const authenticate = authenticator(database, now);

  function insertKey(order: KeyOrder): IssuedKey {
    const made = newKey(order.environment === 'sandbox' ? 'sk_test_' : 'sk_live_');
    const { id, at } = mintAt('apiKey');
    const row: ApiKey = {
      id,
      developerId: order.developerId,
      environment: order.environment,
      name: order.name,
      keyHash: made.hash,
      lastFour: made.lastFour,
      scopes: order.scopes.join(' '),
      status: 'active',
      expiresAt: order.expiresAt,
      revokedAt: null,
      createdAt: at,
      updatedAt: at,
      version: 1,
    };
    orm.insert(apiKeys).values(row).run();
    return { key: made.key, row };
  }

  function ownKey(developerId: string, keyId: string): ApiKey | undefined {
    return orm
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.id, keyId), eq(apiKeys.developerId, developerId)))
      .get();
  }

  function changeKey(row: ApiKey, fields: Partial<ApiKey>): ApiKey {
    const next = { ...row, ...fields, version: row.version + 1, updatedAt: now() };
    orm.update(apiKeys).set(next).where(eq(apiKeys.id, row.id)).run();
    return next;
  }

  return {
    authenticate,
    register: (registration) =>
      database.write(() => {
        const taken = orm
          .select({ id: developers.id })
          .from(developers)
          .where(sql`lower(${developers.email}) = lower(${registration.email})`)
          .get();
        if (taken) return null;
        const developer = newDeveloper(registration);
        orm.insert(developers).values(developer).run();
        const issued = insertKey({
          developerId: developer.id,
          environment: 'sandbox',
          name: 'First sandbox key',
          scopes: ALL_SCOPES,
          expiresAt: null,
        });
        return { developer, issued };
      }),
    findDeveloper: async (id) =>
      orm.select().from(developers).where(eq(developers.id, id)).get() ?? null,
    listApplications: async (status, page) => {
      const rows = orm
        .select()
        .from(developers)
        .where(
          and(
            status ? sql`${developers.applicationStatus} = ${status}` : undefined,
            page.startingAfter ? lt(developers.applicationId, page.startingAfter) : undefined,
          ),
        )
        .orderBy(desc(developers.applicationId))
        .limit(page.limit + 1)
        .all();
      return pageOf(rows, page.limit);
    },
    decideApplication: (decision) =>
      database.write(() => {
        const of = eq(developers.applicationId, decision.applicationId);
        const row = orm.select().from(developers).where(of).get();
        if (!row) return 'not_found';
        if (row.applicationStatus === decision.status) return row;
        if (row.applicationStatus !== 'pending') return 'decided';
        const next: Developer = {
          ...row,
          applicationStatus: decision.status,
          applicationReason: decision.reason,
          decidedBy: decision.operatorId,
          decidedAt: now(),
          version: row.version + 1,
          updatedAt: now(),
        };
        orm.update(developers).set(next).where(of).run();
        return next;
      }),
    issueKey: (order) => database.write(() => insertKey(order)),
    listKeys: async (developerId, page) => {
      const rows = orm
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.developerId, developerId),
            page.startingAfter ? lt(apiKeys.id, page.startingAfter) : undefined,
          ),
        )
        .orderBy(desc(apiKeys.id))
        .limit(page.limit + 1)
        .all();
      return pageOf(rows, page.limit);
    },
    revokeKey: (developerId, keyId) =>
      database.write(() => {
        const row = ownKey(developerId, keyId);
        if (!row) return null;
        if (row.status === 'revoked') return row;
        return changeKey(row, { status: 'revoked', revokedAt: now() });
      }),
    rotateKey: (developerId, keyId, overlapMs) =>
      database.write(() => {
        const row = ownKey(developerId, keyId);
        if (row?.status !== 'active') return null;
        changeKey(row, { status: 'rotating', expiresAt: now() + overlapMs });
        return insertKey({
          developerId,
          environment: row.environment,
          name: row.name,
          scopes: row.scopes.split(' ') as Scope[],
          expiresAt: row.expiresAt,
        });
      }),
    ensureOperator: (givenKey) => database.write(() => ensureOperator(database, givenKey, now())),
    record: (row) =>
      database.write(() => {
        orm
          .insert(audit)
          .values({ ...row, at: now(), detail: JSON.stringify(row.detail) })
          .run();
      }),
    close: () => database.close(),
  };
}

function newDeveloper(registration: Registration): Developer {
  const { id, at } = mintAt('developer');
  return {
    id,
    ...registration,
    sandboxStatus: 'active',
    applicationId: mint('application'),
    applicationStatus: 'pending',
    applicationReason: null,
    decidedBy: null,
    decidedAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

function ensureOperator({ orm }: Database, givenKey: string | null, at: number): string | null {
  const known = givenKey
    ? orm
        .select()
        .from(operators)
        .where(eq(operators.keyHash, hashKey(givenKey)))
        .get()
    : orm.select().from(operators).limit(1).get();
  if (known) return null;
  const made = givenKey === null ? newKey('op_').key : givenKey;
  orm
    .insert(operators)
    .values({
      id: mint('operator'),
      name: givenKey === null ? 'First operator' : 'Operator from KONTOR_OPERATOR_KEY',
      keyHash: hashKey(made),
      status: 'active',
      createdAt: at,
      updatedAt: at,
    })
    .run();
  return givenKey === null ? made : null;
}
