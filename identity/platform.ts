// Developers, their keys and the bank's operators: who may call. Registration is approved for the
// sandbox at once; production waits for an operator. Keys leave this file once, as they are made.

import { mint, mintAt } from '../db/kernel/mint.ts';
import type { Page, PageOrder } from '../db/kernel/page.ts';
import {
  type ApiKey,
  type AuditRow,
  type Developer,
  openPlatformRows,
  type PlatformRows,
} from '../db/platform/rows.ts';
import type { EnvironmentName } from '../db/transactions/port.ts';
import { hashKey, newKey } from './api-key.ts';
import { authenticator, type Caller, type CredentialFault } from './caller.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

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

/** A key at the only moment at which its secret is known. */
export interface IssuedKey {
  readonly key: string;
  readonly row: ApiKey;
}

export interface ApplicationDecision {
  readonly applicationId: string;
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly operatorId: string;
}

export interface SandboxReset {
  readonly developerId: string;
  /** The epoch that the caller has seen. */
  readonly from: number;
  readonly actor: string;
}

type AuditNote = Omit<AuditRow, 'at' | 'detail'> & { readonly detail: object };

export interface Platform {
  authenticate(credential: string): Caller | CredentialFault;
  /** Null when the e-mail address is registered already. */
  register(registration: Registration): Promise<{ developer: Developer; issued: IssuedKey } | null>;
  findDeveloper(id: string): Promise<Developer | null>;
  listApplications(
    status: Developer['applicationStatus'] | null,
    page: PageOrder,
  ): Promise<Page<Developer>>;
  decideApplication(decision: ApplicationDecision): Promise<Developer | 'not_found' | 'decided'>;
  issueKey(order: KeyOrder): Promise<IssuedKey>;
  findKey(developerId: string, keyId: string): Promise<ApiKey | null>;
  listKeys(developerId: string, page: PageOrder): Promise<Page<ApiKey>>;
  revokeKey(developerId: string, keyId: string): Promise<ApiKey | null>;
  /** Gives a new key with the same rights; the old one lives on for the overlap. */
  rotateKey(developerId: string, keyId: string, overlapMs: number): Promise<IssuedKey | null>;
  /** Keys and decisions about applications since a moment; first keys come with a registration. */
  changedSince(at: number): Promise<{ keys: ApiKey[]; developers: Developer[] }>;
  /** Makes sure that an operator exists; returns a key only when one was made just now. */
  ensureOperator(givenKey: string | null): Promise<string | null>;
  /**
   * Begins the sandbox of a developer afresh; returns the epoch that counts now. Of several that
   * come from the same epoch one does it.
   */
  resetSandbox(order: SandboxReset): Promise<number>;
  record(note: AuditNote): Promise<void>;
  /** Rejects when the database takes no write. */
  tryWrite(): Promise<void>;
  close(): void;
}

/**
 * Opens the platform database.
 * @param file path, or `:memory:`
 * @param now milliseconds since 1970 UTC
 */
export function openPlatform(file: string, now: () => number = Date.now): Platform {
  const rows = openPlatformRows(file);
  return {
    authenticate: authenticator(rows, now),
    register: (registration) => rows.write(() => register(rows, registration)),
    findDeveloper: async (id) => rows.findDeveloper(id),
    listApplications: async (status, page) => rows.listDevelopers(status, page),
    decideApplication: (decision) => rows.write(() => decide(rows, decision, now())),
    issueKey: (order) => rows.write(() => issue(rows, order)),
    findKey: async (developerId, keyId) => rows.findKey(developerId, keyId),
    listKeys: async (developerId, page) => rows.listKeys(developerId, page),
    revokeKey: (developerId, keyId) =>
      rows.write(() => {
        const row = rows.findKey(developerId, keyId);
        if (!row || row.status === 'revoked') return row;
        return changeKey(rows, row, { status: 'revoked', revokedAt: now() }, now());
      }),
    rotateKey: (developerId, keyId, overlapMs) =>
      rows.write(() => {
        const row = rows.findKey(developerId, keyId);
        if (row?.status !== 'active' || hasExpired(row, now())) return null;
        const end = Math.min(now() + overlapMs, row.expiresAt ?? Number.POSITIVE_INFINITY);
        changeKey(rows, row, { status: 'rotating', expiresAt: end }, now());
        const { environment, name, expiresAt } = row;
        const scopes = row.scopes.split(' ') as Scope[];
        return issue(rows, { developerId, environment, name, scopes, expiresAt });
      }),
    changedSince: async (at) => ({
      keys: rows.keysChangedSince(at),
      developers: rows.developersDecidedSince(at),
    }),
    ensureOperator: (givenKey) => rows.write(() => ensureOperator(rows, givenKey, now())),
    resetSandbox: (order) => rows.write(() => resetSandbox(rows, order, now())),
    record: (note) =>
      rows.write(() =>
        rows.insertAudit({ ...note, at: now(), detail: JSON.stringify(note.detail) }),
      ),
    tryWrite: rows.tryWrite,
    close: rows.close,
  };
}

function hasExpired(row: ApiKey, now: number): boolean {
  return row.expiresAt !== null && row.expiresAt <= now;
}

function register(rows: PlatformRows, registration: Registration) {
  if (rows.emailTaken(registration.email)) return null;
  const { id, at } = mintAt('developer');
  const developer: Developer = {
    id,
    ...registration,
    sandboxStatus: 'active',
    applicationId: mint('application'),
    applicationStatus: 'pending',
    applicationReason: null,
    decidedBy: null,
    decidedAt: null,
    sandboxEpoch: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  rows.insertDeveloper(developer);
  const issued = issue(rows, {
    developerId: id,
    environment: 'sandbox',
    name: 'First sandbox key',
    scopes: ALL_SCOPES,
    expiresAt: null,
  });
  return { developer, issued };
}

function resetSandbox(rows: PlatformRows, order: SandboxReset, at: number): number {
  const row = rows.findDeveloper(order.developerId);
  if (!row) throw new Error(`developer ${order.developerId} is gone`);
  if (row.sandboxEpoch !== order.from) return row.sandboxEpoch;
  const sandboxEpoch = row.sandboxEpoch + 1;
  rows.updateDeveloper({ ...row, sandboxEpoch, version: row.version + 1, updatedAt: at });
  rows.insertAudit({
    at,
    actor: order.actor,
    action: 'sandbox.reset',
    objectId: order.developerId,
    environment: 'sandbox',
    detail: JSON.stringify({ epoch: sandboxEpoch }),
  });
  return sandboxEpoch;
}

function decide(rows: PlatformRows, decision: ApplicationDecision, now: number) {
  const row = rows.findByApplication(decision.applicationId);
  if (!row) return 'not_found' as const;
  if (row.applicationStatus === decision.status) return row;
  if (row.applicationStatus !== 'pending') return 'decided' as const;
  const next: Developer = {
    ...row,
    applicationStatus: decision.status,
    applicationReason: decision.reason,
    decidedBy: decision.operatorId,
    decidedAt: now,
    version: row.version + 1,
    updatedAt: now,
  };
  rows.updateDeveloper(next);
  rows.insertAudit({
    at: now,
    actor: decision.operatorId,
    action: `application.${decision.status}`,
    objectId: decision.applicationId,
    environment: null,
    detail: JSON.stringify({ reason: decision.reason }),
  });
  return next;
}

function issue(rows: PlatformRows, order: KeyOrder): IssuedKey {
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
  rows.insertKey(row);
  return { key: made.key, row };
}

function changeKey(rows: PlatformRows, row: ApiKey, fields: Partial<ApiKey>, now: number) {
  const next: ApiKey = { ...row, ...fields, version: row.version + 1, updatedAt: now };
  rows.updateKey(next);
  return next;
}

function ensureOperator(rows: PlatformRows, givenKey: string | null, at: number): string | null {
  const known = givenKey ? rows.operatorByHash(hashKey(givenKey)) : rows.anyOperator();
  if (known) return null;
  const key = givenKey ?? newKey('op_').key;
  rows.insertOperator({
    id: mint('operator'),
    name: givenKey === null ? 'First operator' : 'Operator from KONTOR_OPERATOR_KEY',
    keyHash: hashKey(key),
    status: 'active',
    createdAt: at,
    updatedAt: at,
  });
  return givenKey === null ? key : null;
}
