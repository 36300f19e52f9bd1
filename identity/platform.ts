// The platform: developers, their keys and the bank's operators. Registration opens the sandbox at
// once; production needs the approval of an operator. A key is returned once, when it is issued.

import { timingSafeEqual } from 'node:crypto';
import type { Page, PageOrder } from '../db/kernel/page.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { AnswerKey, StoredAnswer } from '../db/platform/answers.ts';
import type { AuditRow, AuditStore } from '../db/platform/audit.ts';
import type { DeveloperFilter } from '../db/platform/developer-search.ts';
import type { LedgerStore } from '../db/platform/known-ledgers.ts';
import {
  type ApiKey,
  type Developer,
  type KeyOwner,
  openPlatformRows,
  type PlatformRows,
} from '../db/platform/rows.ts';
import { type Access, openAccess } from './access.ts';
import { hashKey } from './api-key.ts';
import {
  type ApplicationStore,
  type ApplicationTerms,
  createApplicationStore,
} from './applications.ts';
import {
  createHeadKeeper,
  type HeadFault,
  type HeadKeeper,
  type KeeperOptions,
} from './audit-head.ts';
import { type Caller, type CredentialFault, createAuthenticator } from './caller.ts';
import {
  type ClaimOrder,
  type ClaimRefusal,
  type ClaimRenewal,
  claimKey,
  createClaim,
  renewClaim,
} from './claims.ts';
import { type ConsoleSessions, consoleSessionsOf } from './console-sessions.ts';
import { findAfterCatchUp } from './find-after-catch-up.ts';
import {
  type IssuedKey,
  issueKey,
  type KeyAct,
  type KeyOrder,
  lineOf,
  MAX_KEYS,
  revokeKey,
  rotateKey,
  trackLastUses,
} from './keys.ts';
import { type OperatorActs, operatorActs } from './operator-acts.ts';
import { createOperatorApprovals, type OperatorApprovals } from './operator-approvals.ts';
import { type Operators, operatorsOf } from './operators.ts';
import { type PortalSessions, portalSessionsOf } from './portal-sessions.ts';
import { type PortalSignIns, portalSignInsOf } from './portal-sign-ins.ts';
import {
  proveEmail,
  type RegisteredDeveloper,
  type Registration,
  register,
  registerUnproven,
  type UnprovenDeveloper,
} from './registration.ts';
import { type RequestLog, requestLogOf } from './request-log.ts';
import type { Scope } from './scopes.ts';

export interface ApplicationDecision {
  readonly applicationId: string;
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  /** The scopes that live keys may have; by default all. */
  readonly scopes?: readonly Scope[];
  readonly operatorId: string;
  readonly seal: Seal;
}

export interface SandboxReset {
  readonly developerId: string;
  /** The epoch that the caller has seen. */
  readonly from: number;
  readonly actor: string;
}

export interface DeveloperChange {
  readonly developerId: string;
  readonly fields: Partial<Pick<Developer, 'sandboxStatus' | 'throttle'>>;
  /** For the audit log. */
  readonly action: string;
  readonly reason: string;
  readonly operatorId: string;
}

type AuditNote = Omit<AuditRow, 'at' | 'detail'> & { readonly detail: object };

export interface Platform {
  /** @param address IP address of the request, for keys that are restricted to networks */
  authenticate(credential: string, address: string | null): Caller | CredentialFault;
  /** Null when the e-mail address is registered already. */
  register(registration: Registration): Promise<RegisteredDeveloper | null>;
  /** Registers without a key, which is issued when the code proves the e-mail address. */
  registerUnproven(registration: Registration): Promise<UnprovenDeveloper>;
  /** Issues the first sandbox key for a code; null when the code is not valid. */
  proveEmail(code: string): Promise<RegisteredDeveloper | null>;
  /** The developer of an application whose secret is valid; null otherwise. */
  openApplication(applicationId: string, secret: string): Promise<Developer | null>;
  /** Issues the live key for a claim code, once. */
  claimKey(order: ClaimOrder): Promise<IssuedKey | ClaimRefusal>;
  renewClaim(order: ClaimRenewal): Promise<Developer | 'not_found' | 'not_approved'>;
  findDeveloper(id: string): Promise<Developer | null>;
  /** The developer of an application. */
  findApplication(applicationId: string): Promise<Developer | null>;
  listApplications(
    status: Developer['applicationStatus'] | null,
    page: PageOrder,
  ): Promise<Page<Developer>>;
  /** Searches developers, newest first. */
  searchDevelopers(filter: DeveloperFilter): Promise<Page<Developer>>;
  /** An operator's changes to a developer; null when the id is unknown. */
  changeDeveloper(change: DeveloperChange): Promise<Developer | null>;
  decideApplication(decision: ApplicationDecision): Promise<Developer | 'not_found' | 'decided'>;
  /** Issues a key; null when the developer has the maximum number of keys. */
  issueKey(order: KeyOrder): Promise<IssuedKey | null>;
  findKey(developerId: string, keyId: string): Promise<ApiKey | null>;
  /** Ids of a credential of a developer, and of those that it replaced or that replaced it. */
  sameCredentials(developerId: string, credential: string): string[];
  listKeys(owner: KeyOwner, page: PageOrder): Promise<Page<ApiKey>>;
  revokeKey(act: KeyAct): Promise<ApiKey | null>;
  /** Issues a key with the same rights; the old one stays valid for `overlapMs`. */
  rotateKey(act: KeyAct & { overlapMs: number }): Promise<IssuedKey | null | 'key_limit'>;
  /** The ledgers of the bank. */
  readonly ledgerBook: LedgerStore;
  /** Keys and application decisions since a moment, without the first keys of registrations. */
  readChangesSince(time: number): Promise<{ keys: ApiKey[]; developers: Developer[] }>;
  /** The operators of the bank. */
  readonly operators: Operators;
  /** Browser sessions of operators. */
  readonly consoles: ConsoleSessions;
  /** Browser sessions of developers. */
  readonly portals: PortalSessions;
  /** Sign-ins of developers without a key: by mail or passkey. */
  readonly portalSignIns: PortalSignIns;
  /** Requests of developers to the API. */
  readonly requests: RequestLog;
  /** Requests of operators that another operator has to approve. */
  readonly approvals: OperatorApprovals;
  /**
   * Resets the sandbox of a developer; returns the current epoch. Of several resets from the same
   * epoch, one takes effect.
   */
  resetSandbox(order: SandboxReset): Promise<number>;
  record(note: AuditNote): Promise<void>;
  /**
   * Writes the entry of an earlier act in a ledger, unless it exists: the bank may have ended
   * between the act and its entry.
   */
  recordMissing(note: AuditNote): Promise<void>;
  /** Acts of operators with their outcomes. */
  readonly acts: OperatorActs;
  /** Reads of the audit log. */
  readonly audit: Omit<AuditStore, 'append'>;
  /** Starts to keep the head of the audit log in a file. */
  keepHead(keeper: HeadPlace): Promise<void>;
  /** Calls the listener when head and log disagree: the log was changed outside of the bank. */
  onHeadFault(listener: (fault: HeadFault) => void): void;
  /** The earlier answer to the same Idempotency-Key. */
  findAnswer(key: AnswerKey): StoredAnswer | null;
  keepAnswer(answer: AnswerKey & Omit<StoredAnswer, 'requestHash'>): Promise<void>;
  /** Applications for production. */
  readonly applications: ApplicationStore;
  /** Apps that act for customers, and sign-ins of customers. */
  readonly access: Access;
  /**
   * Finds a row that another process may have just committed: when it is missing, catches up with
   * all commits and looks once more.
   * @param find returns null or undefined when the row is missing
   */
  findAfterCatchUp<T>(find: () => T | Promise<T>): Promise<T>;
  /** True when other processes write too and their commits become visible with a delay. */
  readonly followsOtherProcesses: boolean;
  /** Resolves when all earlier commits of other processes are visible. */
  catchUp(): Promise<void>;
  /** Rejects when the database accepts no write. */
  tryWrite(): Promise<void>;
  close(): void;
}

/**
 * Opens the platform database.
 * @param place path, `:memory:`, or an open database
 * @param now milliseconds since 1970 UTC
 * @param terms of applications; by default reminders for three weeks, and expiry after 30 days
 */
export function openPlatform(
  place: Parameters<typeof openPlatformRows>[0],
  now: () => number = Date.now,
  terms?: ApplicationTerms,
): Platform {
  const rows = openPlatformRows(place);
  const uses = trackLastUses(rows);
  const requests = requestLogOf(rows, now);
  const portals = portalSessionsOf(rows, now, uses.noteUse);
  const { flushHead, ...heads } = manageHead(rows, now);
  return {
    authenticate: createAuthenticator(rows, now, uses.noteUse),
    register: (registration) => rows.write(() => register(rows, registration)),
    registerUnproven: (registration) =>
      rows.write(() => registerUnproven(rows, registration, now())),
    proveEmail: (code) => rows.write(() => proveEmail(rows, code, now())),
    findDeveloper: async (id) => rows.findDeveloper(id),
    findApplication: async (id) => rows.findByApplication(id),
    listApplications: async (status, page) => rows.listDevelopers(status, page),
    searchDevelopers: rows.searchDevelopers,
    changeDeveloper: (change) => rows.write(() => changeDeveloper(rows, change, now())),
    decideApplication: (decision) => rows.write(() => decide(rows, decision, now())),
    openApplication: async (id, secret) => {
      const row = rows.findByApplication(id);
      const expected = row?.applicationSecretHash ?? null;
      return row && expected !== null && timingSafeEqual(expected, hashKey(secret)) ? row : null;
    },
    claimKey: (order) => rows.write(() => claimKey(rows, order, now())),
    renewClaim: (order) => rows.write(() => renewClaim(rows, order, now())),
    issueKey: (order) => rows.write(() => issueKey(rows, order, 'api_key.created')),
    findKey: async (developerId, keyId) => rows.findKey(developerId, keyId),
    sameCredentials(developerId, credential) {
      const key = rows.findKey(developerId, credential);
      return key ? rows.keysOfLine(developerId, lineOf(key)) : [credential];
    },
    listKeys: async (owner, page) => {
      const keys = rows.listKeys(owner, page);
      return { ...keys, data: keys.data.map(uses.withLastUse) };
    },
    revokeKey: (act) => rows.write(() => revokeKey(rows, act, now())),
    rotateKey: (act) => rows.write(() => rotateWithinLimit(rows, act, now())),
    ledgerBook: rows.ledgerStore,
    readChangesSince: async (time) => ({
      keys: rows.keysChangedSince(time),
      developers: rows.developersDecidedSince(time),
    }),
    operators: operatorsOf(rows, now),
    consoles: consoleSessionsOf(rows, now),
    portals,
    portalSignIns: portalSignInsOf(rows, now, portals),
    requests,
    approvals: createOperatorApprovals(rows, now),
    resetSandbox: (order) => rows.write(() => resetSandbox(rows, order, now())),
    record: (note) =>
      rows.write(
        () => void rows.insertAudit({ ...note, at: now(), detail: JSON.stringify(note.detail) }),
      ),
    recordMissing: (note) =>
      rows.write(() => {
        if (rows.audit.hasEntry(note)) return;
        rows.insertAudit({ ...note, at: now(), detail: JSON.stringify(note.detail) });
      }),
    acts: operatorActs(rows, now),
    access: openAccess(rows, now),
    applications: createApplicationStore(rows, now, terms),
    audit: rows.audit,
    ...heads,
    findAnswer: (request) => rows.answers.findAnswer(request, now()),
    keepAnswer: (answer) => rows.answers.keepAnswer(answer, now()),
    findAfterCatchUp: (find) => findAfterCatchUp(rows, find),
    followsOtherProcesses: rows.followsOtherProcesses,
    catchUp: rows.catchUp,
    tryWrite: rows.tryWrite,
    close() {
      uses.stop();
      requests.stop();
      flushHead();
      rows.close();
    },
  };
}

/** The file of the head of the audit log, its seal, and whether this is a copy. */
type HeadPlace = Pick<KeeperOptions, 'file' | 'seal' | 'isCopy'>;

/** Manages the head of the audit log, from the moment when there is a seal for it. */
function manageHead(rows: PlatformRows, now: () => number) {
  let keeper: HeadKeeper | null = null;
  let fault: HeadFault | null = null;
  const listeners: ((fault: HeadFault) => void)[] = [];
  rows.onCommit(() => keeper?.onCommit());
  return {
    async keepHead(place: HeadPlace): Promise<void> {
      keeper = createHeadKeeper({
        ...place,
        audit: rows.audit,
        onFault(cause) {
          fault = cause;
          for (const listener of listeners) listener(cause);
        },
      });
      keeper.flush();
      if (fault !== null || rows.audit.hasAction('audit.head_begun')) return;
      const row = { action: 'audit.head_begun', objectId: 'audit', environment: null };
      await rows.write(() => rows.insertAudit({ ...row, at: now(), actor: 'start', detail: '{}' }));
    },
    onHeadFault(listener: (fault: HeadFault) => void): void {
      listeners.push(listener);
      if (fault !== null) listener(fault);
    },
    flushHead(): void {
      try {
        keeper?.flush();
      } catch {
        // After a failure (disk full) the earlier head stays.
      }
    },
  };
}

/** Rotates a key, unless the limit of keys forbids it. */
function rotateWithinLimit(
  rows: PlatformRows,
  act: KeyAct & { overlapMs: number },
  now: number,
): IssuedKey | null | 'key_limit' {
  // The old key counts until its overlap ends, so both keys count.
  if (rows.countKeys(act.developerId, now) >= MAX_KEYS) {
    const row = rows.findKey(act.developerId, act.keyId);
    return row?.status === 'active' ? 'key_limit' : null;
  }
  return rotateKey(rows, act, now);
}

function resetSandbox(rows: PlatformRows, order: SandboxReset, now: number): number {
  const row = rows.findDeveloper(order.developerId);
  if (!row) throw new Error(`developer ${order.developerId} is gone`);
  if (row.sandboxEpoch !== order.from) return row.sandboxEpoch;
  const sandboxEpoch = row.sandboxEpoch + 1;
  rows.updateDeveloper({
    ...row,
    sandboxEpoch,
    version: row.version + 1,
    updatedAt: now,
  });
  rows.insertAudit({
    at: now,
    actor: order.actor,
    action: 'sandbox.reset',
    objectId: order.developerId,
    environment: 'sandbox',
    detail: JSON.stringify({ epoch: sandboxEpoch }),
  });
  return sandboxEpoch;
}

function changeDeveloper(rows: PlatformRows, change: DeveloperChange, now: number) {
  const row = rows.findDeveloper(change.developerId);
  if (!row) return null;
  const { fields, action, reason, operatorId: actor } = change;
  const { sandboxStatus = row.sandboxStatus, throttle = row.throttle } = fields;
  if (sandboxStatus === row.sandboxStatus && throttle === row.throttle) return row;
  const next = { ...row, sandboxStatus, throttle, version: row.version + 1, updatedAt: now };
  rows.updateDeveloper(next);
  const before = { sandboxStatus: row.sandboxStatus, throttle: row.throttle };
  const detail = JSON.stringify({ ...fields, before, reason });
  rows.insertAudit({ at: now, actor, action, objectId: row.id, environment: null, detail });
  return next;
}

function decide(rows: PlatformRows, decision: ApplicationDecision, now: number) {
  const row = rows.findByApplication(decision.applicationId);
  if (!row) return 'not_found' as const;
  if (row.applicationStatus === decision.status) return row;
  if (row.applicationStatus !== 'pending') return 'decided' as const;
  const next: Developer = {
    ...row,
    applicationStatus: decision.status,
    // An operator may also approve a developer who has not filed an application.
    appliedAt: row.appliedAt ?? now,
    applicationReason: decision.reason,
    applicationScopes: decision.scopes?.join(' ') ?? null,
    decidedBy: decision.operatorId,
    decidedAt: now,
    version: row.version + 1,
    updatedAt: now,
    ...(decision.status === 'approved' ? createClaim(row.id, decision.seal, now) : {}),
  };
  rows.updateDeveloper(next);
  rows.insertAudit({
    at: now,
    actor: decision.operatorId,
    action: `application.${decision.status}`,
    objectId: decision.applicationId,
    environment: null,
    detail: JSON.stringify({ reason: decision.reason, scopes: decision.scopes }),
  });
  return next;
}
