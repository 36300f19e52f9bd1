// Reads and writes the rows of the platform, which both environments share: developers, their keys,
// operators, the audit log. identity/ decides by them.

import { and, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { columnsOf, inserter, updateOf } from '../kernel/columns.ts';
import { type Database, openDatabase, type WritableDatabase } from '../kernel/connect.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { tryWrite } from '../kernel/write-probe.ts';
import { type ActStore, createActStore } from './acts.ts';
import { createAnswerStore } from './answers.ts';
import { type AuditRow, type AuditStore, createAuditStore } from './audit.ts';
import { createSessionStore, type SessionKind, type SessionStore } from './browser-sessions.ts';
import { type DeveloperFilter, searchDevelopers } from './developer-search.ts';
import { createLedgerStore, type LedgerStore } from './known-ledgers.ts';
import { createOAuthStore, type OAuthRows } from './oauth.ts';
import { createOperatorStore } from './operators.ts';
import { createPortalStore, type PortalRows } from './portal-sign-ins.ts';
import { createRequestStore } from './request-log.ts';
import { apiKeys, developers } from './tables.ts';

export type Developer = typeof developers.$inferSelect;
export type ApiKey = typeof apiKeys.$inferSelect;

/**
 * A key, with the developer's columns that decide whether the key is valid and which rows it
 * reaches.
 */
export type KeyWithDeveloper = ApiKey &
  Pick<Developer, 'sandboxStatus' | 'sandboxEpoch' | 'throttle'>;

export interface KeyOwner {
  readonly developerId: string;
  readonly environment: ApiKey['environment'];
}

export interface PlatformRows {
  /** Runs reads and writes in one database transaction, which a group commit writes. */
  write<T>(work: () => T): Promise<T>;
  /** Runs a database transaction synchronously. Only for the end of a process. */
  writeAtOnce(work: () => void): void;
  /** Calls the listener after each commit. */
  onCommit(listener: () => void): void;
  /** True when other processes write too, whose commits arrive a moment later. */
  readonly followsOtherProcesses: boolean;
  /** Resolves when reads see all commits that other processes have made so far. */
  catchUp(): Promise<void>;
  findByEmail(email: string): Developer | null;
  findByProof(hash: Buffer): Developer | null;
  insertDeveloper(row: Developer): void;
  updateDeveloper(row: Developer): void;
  findDeveloper(id: string): Developer | null;
  findByApplication(applicationId: string): Developer | null;
  listDevelopers(status: Developer['applicationStatus'] | null, page: PageOrder): Page<Developer>;
  /** Counts the undecided applications for production. */
  countApplications(): number;
  /** Returns a page of developers, newest first. */
  searchDevelopers(filter: DeveloperFilter): Promise<Page<Developer>>;
  insertKey(row: ApiKey): void;
  updateKey(row: ApiKey): void;
  findKey(developerId: string, keyId: string): ApiKey | null;
  /** Returns the ids of a key and of its successive replacements. */
  keysOfLine(developerId: string, line: string): string[];
  findByClaim(hash: Buffer): Developer | null;
  listKeys(owner: KeyOwner, page: PageOrder): Page<ApiKey>;
  /**
   * Returns the active key of the sessions that were opened by a link in a mail, or null.
   */
  mailKeyOf(developerId: string): ApiKey | null;
  /** Counts the valid keys of both environments that were shown to a person. */
  countKeys(developerId: string, now: number): number;
  saveLastUse(keyId: string, time: number): void;
  /** Returns the keys changed since a time, except unchanged keys from a registration. */
  keysChangedSince(time: number): ApiKey[];
  developersDecidedSince(time: number): Developer[];
  keyByHash(hash: Buffer): KeyWithDeveloper | null;
  /**
   * Returns a number that every commit of any process changes; null during a commit of this
   * process. While the number is the same, earlier reads are still valid.
   */
  latestCommit(): number | null;
  keyWithDeveloper(keyId: string): KeyWithDeveloper | null;
  readonly ledgerStore: LedgerStore;
  insertAudit(row: AuditRow): number;
  readonly audit: AuditStore;
  /** Acts of operators, and their ends. */
  readonly acts: ActStore;
  readonly operators: ReturnType<typeof createOperatorStore>;
  /** Browser sessions. */
  readonly sessions: Readonly<Record<SessionKind, SessionStore>>;
  /** Sign-ins and passkeys by which developers open a session without entering a key. */
  readonly portal: PortalRows;
  readonly answers: ReturnType<typeof createAnswerStore>;
  readonly oauth: OAuthRows;
  readonly requests: ReturnType<typeof createRequestStore>;
  readonly applications: ReturnType<typeof createReminderStore>;
  /** Rejects when the database accepts no writes. */
  tryWrite(): Promise<void>;
  close(): void;
}

/**
 * Counts the reminders sent to operators about an application. Call the writing functions only
 * inside `write`.
 */
function createReminderStore({ raw }: Pick<Database, 'raw'>) {
  const count = raw
    .prepare<[string], number>(
      'SELECT count(*) FROM application_reminders WHERE application_id = ?',
    )
    .pluck();
  const add = raw.prepare(
    'INSERT INTO application_reminders VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    reminders: (applicationId: string): number => count.get(applicationId) ?? 0,
    /** Returns false when the reminder was already recorded. */
    addReminder: (applicationId: string, reminder: number, time: number): boolean =>
      add.run(applicationId, reminder, time).changes === 1,
  };
}

/**
 * Statements that look up a key, prepared once because every request runs one. The unary plus turns
 * the parameter into an expression: with a bare parameter, SQLite would recompile the join for each
 * value, which takes ten times as long as reading the row.
 */
function keyStatements({ raw }: Pick<Database, 'raw'>) {
  const select = `SELECT ${columnsOf(apiKeys, 'k')}, d.sandbox_status AS sandboxStatus,
      d.sandbox_epoch AS sandboxEpoch, d.throttle
    FROM api_keys k JOIN developers d ON d.id = k.developer_id`;
  return {
    byHash: raw.prepare<[Buffer], KeyWithDeveloper>(`${select} WHERE k.key_hash = +?`),
    byId: raw.prepare<[string], KeyWithDeveloper>(`${select} WHERE k.id = +?`),
  };
}

/** Counts commits: of this connection by its listener, of others by SQLite's `data_version`. */
function commitCounter({ raw, onCommit }: Pick<Database, 'raw' | 'onCommit'>): () => number | null {
  const version = raw.prepare<[], number>('PRAGMA data_version').pluck();
  let latest = 0;
  let dataVersion = version.get();
  onCommit(() => {
    latest += 1;
  });
  return () => {
    if (raw.inTransaction) return null;
    const now = version.get();
    if (now !== dataVersion) latest += 1;
    dataVersion = now;
    return latest;
  };
}

/**
 * The statements for registering a developer and making a key. Call the writing functions only
 * inside `write`.
 */
function registrationStatements({ raw }: Pick<Database, 'raw'>) {
  const select = `SELECT ${columnsOf(developers)} FROM developers`;
  const update = raw.prepare<[Developer], void>(
    `UPDATE developers SET ${updateOf(developers, ['id'])} WHERE id = @id`,
  );
  return {
    byEmail: raw.prepare<[string], Developer>(`${select} WHERE lower(email) = lower(?)`),
    byId: raw.prepare<[string], Developer>(`${select} WHERE id = ?`),
    insertDeveloper: inserter(raw, developers),
    updateDeveloper: (row: Developer) => void update.run(row),
    insertKey: inserter(raw, apiKeys),
    countKeys: raw
      .prepare<[string, number], number>(
        `SELECT count(*) FROM api_keys WHERE developer_id = ? AND status <> 'revoked'
         AND origin = 'made' AND (expires_at IS NULL OR expires_at > ?)`,
      )
      .pluck(),
  };
}

/** @param place path, `:memory:`, or an open database */
export function openPlatformRows(place: string | WritableDatabase): PlatformRows {
  const database = typeof place === 'string' ? openDatabase(place, 'platform') : place;
  const { orm, raw } = database;
  const log = createAuditStore(database);

  const developerWhere = (condition: SQL | undefined): Developer | null =>
    orm.select().from(developers).where(condition).get() ?? null;

  // Looked up on every request, so prepared once.
  const { byHash, byId } = keyStatements(database);
  const statements = registrationStatements(database);
  const pendingApplications = raw
    .prepare<[], number>(
      `SELECT count(*) FROM developers
       WHERE proof_hash IS NULL AND applied_at IS NOT NULL AND application_status = 'pending'`,
    )
    .pluck();

  return {
    write: database.write,
    writeAtOnce: database.writeAtOnce,
    onCommit: database.onCommit,
    followsOtherProcesses: database.followsOtherProcesses,
    catchUp: database.catchUp,
    findByEmail: (email) => statements.byEmail.get(email) ?? null,
    findByProof: (hash) => developerWhere(eq(developers.proofHash, hash)),
    insertDeveloper: statements.insertDeveloper,
    updateDeveloper: statements.updateDeveloper,
    findDeveloper: (id) => statements.byId.get(id) ?? null,
    // An application exists only after its e-mail address is proven.
    findByApplication: (id) =>
      developerWhere(and(eq(developers.applicationId, id), isNull(developers.proofHash))),
    listDevelopers(status, page) {
      const { startingAfter } = page;
      const rows = orm
        .select()
        .from(developers)
        .where(
          and(
            isNull(developers.proofHash),
            isNotNull(developers.appliedAt),
            status ? eq(developers.applicationStatus, status) : undefined,
            startingAfter ? lt(developers.applicationId, startingAfter) : undefined,
          ),
        )
        .orderBy(desc(developers.applicationId))
        .limit(page.limit + 1)
        .all();
      return pageOf(rows, page.limit);
    },
    countApplications: () => pendingApplications.get() ?? 0,
    searchDevelopers: (filter) => searchDevelopers(orm, filter),
    insertKey: statements.insertKey,
    updateKey: (row) => void orm.update(apiKeys).set(row).where(eq(apiKeys.id, row.id)).run(),
    findKey: (developerId, keyId) =>
      orm
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.id, keyId), eq(apiKeys.developerId, developerId)))
        .get() ?? null,
    keysOfLine: (developerId, line) =>
      orm
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.developerId, developerId),
            or(eq(apiKeys.id, line), eq(apiKeys.line, line)),
          ),
        )
        .all()
        .map(({ id }) => id),
    findByClaim: (hash) => developerWhere(eq(developers.claimHash, hash)),
    mailKeyOf: (developerId) =>
      orm
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.developerId, developerId),
            eq(apiKeys.origin, 'mail'),
            eq(apiKeys.status, 'active'),
          ),
        )
        .get() ?? null,
    countKeys: (developerId, now) => statements.countKeys.get(developerId, now) ?? 0,
    saveLastUse: (keyId, time) =>
      void raw
        .prepare(
          'UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
        )
        .run(time, keyId),
    listKeys({ developerId, environment }, page) {
      const { startingAfter } = page;
      const rows = orm
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.developerId, developerId),
            eq(apiKeys.environment, environment),
            startingAfter ? lt(apiKeys.id, startingAfter) : undefined,
          ),
        )
        .orderBy(desc(apiKeys.id))
        .limit(page.limit + 1)
        .all();
      return pageOf(rows, page.limit);
    },
    keysChangedSince: (time) =>
      orm
        .select()
        .from(apiKeys)
        .where(
          and(
            gt(apiKeys.updatedAt, time),
            sql`(status <> 'active' OR id <> (SELECT min(f.id) FROM api_keys f
              WHERE f.developer_id = api_keys.developer_id))`,
          ),
        )
        .orderBy(apiKeys.updatedAt, apiKeys.id)
        .all(),
    developersDecidedSince: (time) =>
      orm.select().from(developers).where(gt(developers.decidedAt, time)).all(),
    keyByHash: (hash) => byHash.get(hash) ?? null,
    latestCommit: commitCounter(database),
    keyWithDeveloper: (keyId) => byId.get(keyId) ?? null,
    ledgerStore: createLedgerStore(database),
    insertAudit: log.append,
    audit: log,
    acts: createActStore(database),
    operators: createOperatorStore(database),
    sessions: {
      console: createSessionStore(database, 'console'),
      portal: createSessionStore(database, 'portal'),
    },
    portal: createPortalStore(database),
    answers: createAnswerStore(database),
    oauth: createOAuthStore(database),
    requests: createRequestStore(database),
    applications: createReminderStore(database),
    tryWrite: () => tryWrite(database),
    close: () => database.close(),
  };
}
