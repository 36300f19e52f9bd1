// Operators of the bank: invitations, roles, keys, disabling. Each act is logged in the audit log
// in its own transaction. A key is shown once, to its holder.

import { mintAt } from '../db/kernel/mint.ts';
import type { Page } from '../db/kernel/page.ts';
import type {
  Operator,
  OperatorFilter,
  OperatorGrant,
  OperatorKey,
} from '../db/platform/operators.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { invalidState, Refusal } from '../ledger/refusal.ts';
import { createKey, hashKey } from './api-key.ts';
import type { OperatorRole } from './operator-roles.ts';

/** A week, because another person might find an unused invitation. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/** An admin's act on an operator. */
export interface OperatorAct {
  readonly operatorId: string;
  readonly reason: string;
  /** The admin. */
  readonly by: string;
}

export interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly OperatorRole[];
  readonly reason: string;
  readonly by: string;
}

/** An operator with the code for claiming a key, which is not stored. */
export interface InvitedOperator {
  readonly operator: Operator;
  readonly code: string;
}

/** A new key with its secret, which is not stored. */
export interface IssuedOperatorKey {
  readonly operator: Operator;
  readonly row: OperatorKey;
  readonly key: string;
}

/** New credentials, created at a start and not stored. */
export interface NewCredentials {
  readonly key: string | null;
  /** Code with which the second admin claims a key; later admins need the act of two. */
  readonly secondCode: string | null;
}

export interface FirstAdmins extends NewCredentials {
  /** True until the first admin signs in or acts. */
  readonly isFirstOpen: boolean;
  /** True until the second admin has claimed a key. */
  readonly isSecondOpen: boolean;
}

export interface Operators {
  find(id: string): Operator | null;
  findByEmail(email: string): Operator | null;
  keysOf(id: string): readonly OperatorKey[];
  list(filter: OperatorFilter): Page<Operator>;
  /** @throws Refusal when an operator has the mailbox, in any spelling of its address */
  requireNew(email: string): void;
  invite(order: Invitation): Promise<InvitedOperator>;
  /** Issues a new code and ends the keys, for an expired invitation or a lost key. */
  renewInvitation(act: OperatorAct): Promise<InvitedOperator>;
  /** Issues the key for a code, once. */
  claim(code: string): Promise<IssuedOperatorKey>;
  changeRoles(act: OperatorAct & { readonly roles: readonly OperatorRole[] }): Promise<Operator>;
  disable(act: OperatorAct): Promise<Operator>;
  enable(act: OperatorAct): Promise<Operator>;
  /** Replaces the operator's key; the previous one stays valid for `overlapMs`. */
  rotateKey(operatorId: string, overlapMs: number): Promise<IssuedOperatorKey>;
  /**
   * Adds an amount to those that an operator grants alone today.
   * @returns false, without adding it, when the total would exceed `max` and a second person is
   *   needed
   */
  grantAlone(grant: Omit<OperatorGrant, 'day'>, max: number): Promise<boolean>;
  /** Grants of today, largest first. */
  grantsToday(
    environment: OperatorGrant['environment'],
    page: { readonly min: number; readonly limit: number },
  ): readonly OperatorGrant[];
  /** True when neither of two invited the other, which acts of two persons require. */
  areIndependent(first: string, other: string): boolean;
  /** Number of active admins. */
  countAdmins(): number;
  /**
   * Ensures that there is an admin, and a code for a second one; returns new credentials.
   * @param keep stores the credentials; called before the commit, so that none is lost when the
   *   process dies
   */
  ensure(
    givenKey: string | null,
    keep?: (credentials: NewCredentials) => void,
  ): Promise<FirstAdmins>;
}

/** The operators of a platform database. */
export function operatorsOf(rows: PlatformRows, now: () => number): Operators {
  const { operators: store } = rows;
  return {
    find: store.find,
    findByEmail: store.byEmail,
    keysOf: store.keysOf,
    list: store.list,
    requireNew: (email) => requireNew(rows, email),
    invite: (order) => rows.write(() => invite(rows, order, now())),
    renewInvitation: (act) => rows.write(() => renewInvitation(rows, act, now())),
    claim: (code) => rows.write(() => claim(rows, code, now())),
    changeRoles: (act) => rows.write(() => changeRoles(rows, act, now())),
    disable: (act) => rows.write(() => disable(rows, act, now())),
    enable: (act) => rows.write(() => enable(rows, act, now())),
    rotateKey: (id, overlapMs) => rows.write(() => rotateKey(rows, { id, overlapMs }, now())),
    grantAlone: (grant, max) =>
      rows.write(() => {
        const row = { ...grant, day: dayOf(now()) };
        if (store.grantOf(row) + row.units > max) return false;
        if (row.units > 0) store.addGrant(row);
        return true;
      }),
    grantsToday: (environment, page) => store.grantsOn(environment, dayOf(now()), page),
    areIndependent(first, other) {
      const [a, b] = [store.find(first), store.find(other)];
      return first !== other && a?.invitedBy !== other && b?.invitedBy !== first;
    },
    countAdmins: () => store.countOtherAdmins(''),
    ensure: (givenKey, keep) =>
      rows.write(() => {
        const key = ensureFirstAdmin(rows, givenKey, now());
        const secondCode = ensureSecond(rows, now());
        keep?.({ key, secondCode });
        const isFirstOpen = store.unusedFounder() !== null;
        return { key, secondCode, isFirstOpen, isSecondOpen: store.unclaimedFounder() !== null };
      }),
  };
}

const dayOf = (time: number) => Math.floor(time / (24 * 60 * 60 * 1000));

/** The roles of an operator. */
export function rolesIn({ roles }: Pick<Operator, 'roles'>): OperatorRole[] {
  return roles.split(' ') as OperatorRole[];
}

function requireNew(rows: PlatformRows, email: string): void {
  const mailbox = mailboxOf(email);
  const existing = rows.operators
    .addresses()
    .find((address) => mailboxOf(address.email) === mailbox);
  if (!existing) return;
  throw new Refusal('email_taken', {
    detail: 'An operator has that mailbox: a person is one operator.',
    existingId: existing.id,
    pointer: '/email',
  });
}

/** Normalises an address: case and a part after a plus sign do not distinguish mailboxes. */
function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}

function invite(rows: PlatformRows, order: Invitation, now: number): InvitedOperator {
  const { name, email, reason, by } = order;
  requireNew(rows, email);
  const { id, at } = mintAt('operator');
  const { code, ...claimable } = newInvitation(now);
  const operator: Operator = {
    id,
    name,
    email,
    roles: rolesText(order.roles),
    origin: 'invitation',
    status: 'invited',
    invitedBy: by,
    ...claimable,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  rows.operators.insert(operator);
  const detail = { roles: rolesIn(operator), reason };
  recordAudit(rows, { action: 'operator.invited', operator, actor: by, detail }, now);
  return { operator, code };
}

function renewInvitation(rows: PlatformRows, act: OperatorAct, now: number): InvitedOperator {
  const row = requireOperator(rows, act.operatorId);
  if (row.status === 'disabled') throw invalidState('The operator is disabled.');
  const { code, ...claimable } = newInvitation(now);
  rows.operators.endKeys(row.id, now);
  // The renewing admin may have seen the code, and therefore counts as the inviter.
  const operator = updateOperator(rows, row, { ...claimable, invitedBy: act.by }, now);
  const { by: actor, reason } = act;
  recordAudit(
    rows,
    { action: 'operator.invitation_renewed', operator, actor, detail: { reason } },
    now,
  );
  return { operator, code };
}

function claim(rows: PlatformRows, code: string, now: number): IssuedOperatorKey {
  const row = rows.operators.byClaim(hashKey(code));
  const isValidClaim = row && row.status !== 'disabled' && (row.claimExpiresAt ?? 0) > now;
  if (!isValidClaim) throw new Refusal('invalid_claim_code');
  const usedClaim = { status: 'active', claimHash: null, claimExpiresAt: null } as const;
  const operator = updateOperator(rows, row, usedClaim, now);
  const issued = issueKey(rows, operator);
  const detail = { keyId: issued.row.id };
  recordAudit(rows, { action: 'operator.key_claimed', operator, actor: operator.id, detail }, now);
  return issued;
}

function changeRoles(
  rows: PlatformRows,
  act: OperatorAct & { readonly roles: readonly OperatorRole[] },
  now: number,
): Operator {
  const row = requireOperator(rows, act.operatorId);
  const roles = rolesText(act.roles);
  if (row.roles === roles) return row;
  if (!act.roles.includes('admin')) refuseLastAdmin(rows, row);
  const operator = updateOperator(rows, row, { roles }, now);
  const detail = { before: rolesIn(row), roles: rolesIn(operator), reason: act.reason };
  recordAudit(rows, { action: 'operator.roles_changed', operator, actor: act.by, detail }, now);
  return operator;
}

function disable(rows: PlatformRows, act: OperatorAct, now: number): Operator {
  const row = requireOperator(rows, act.operatorId);
  if (row.status === 'disabled') return row;
  refuseLastAdmin(rows, row);
  const fields = { status: 'disabled', claimHash: null, claimExpiresAt: null } as const;
  const operator = updateOperator(rows, row, fields, now);
  // A re-enabled operator has to sign in again: all sessions end.
  rows.sessions.console.endAll(row.id, now);
  const { by: actor, reason } = act;
  recordAudit(rows, { action: 'operator.disabled', operator, actor, detail: { reason } }, now);
  return operator;
}

/** Re-enables an operator, who keeps former keys or, without any, needs a new invitation. */
function enable(rows: PlatformRows, act: OperatorAct, now: number): Operator {
  const row = requireOperator(rows, act.operatorId);
  if (row.status !== 'disabled') return row;
  const hasKeys = rows.operators.keysOf(row.id).length > 0;
  const operator = updateOperator(rows, row, { status: hasKeys ? 'active' : 'invited' }, now);
  const { by: actor, reason } = act;
  recordAudit(rows, { action: 'operator.enabled', operator, actor, detail: { reason } }, now);
  return operator;
}

function rotateKey(
  rows: PlatformRows,
  { id, overlapMs }: { readonly id: string; readonly overlapMs: number },
  now: number,
): IssuedOperatorKey {
  const operator = requireOperator(rows, id);
  rows.operators.endKeys(id, now + overlapMs);
  const issued = issueKey(rows, operator);
  const detail = { keyId: issued.row.id };
  recordAudit(rows, { action: 'operator.key_rotated', operator, actor: id, detail }, now);
  return issued;
}

/**
 * Creates an admin at the first start. KONTOR_OPERATOR_KEY represents one person: another key
 * replaces the previous one, so that nobody becomes two operators by changing the setting.
 */
function ensureFirstAdmin(rows: PlatformRows, givenKey: string | null, now: number): string | null {
  const { operators: store } = rows;
  if (givenKey === null) {
    if (store.findAny()) return null;
    const operator = createFounder(rows, 'first', 'First operator', now);
    return issueKey(rows, operator).key;
  }
  const hash = hashKey(givenKey);
  if (store.byKey(hash)) return null;
  const before = store.byOrigin('environment');
  const operator =
    before ?? createFounder(rows, 'environment', 'Operator from KONTOR_OPERATOR_KEY', now);
  store.endKeys(operator.id, now);
  insertKey(rows, { operatorId: operator.id, keyHash: hash, lastFour: null });
  if (before) {
    const detail = { by: 'KONTOR_OPERATOR_KEY' };
    recordAudit(rows, { action: 'operator.key_rotated', operator, actor: 'start', detail }, now);
  }
  return null;
}

/** Ensures a valid code for a second admin while there is only one; returns a new code. */
function ensureSecond(rows: PlatformRows, now: number): string | null {
  const { operators: store } = rows;
  if (store.countOtherAdmins('') > 1) return null;
  const open = store.unclaimedFounder();
  if (open && (open.claimExpiresAt ?? 0) > now) return null;
  const { code, ...claimable } = newInvitation(now);
  const invitedFields = { status: 'invited', ...claimable } as const;
  if (!open) createFounder(rows, 'first', 'Second admin', now, invitedFields);
  else {
    const operator = updateOperator(rows, open, invitedFields, now);
    const detail = { by: 'start' };
    recordAudit(
      rows,
      { action: 'operator.invitation_renewed', operator, actor: 'start', detail },
      now,
    );
  }
  return code;
}

function createFounder(
  rows: PlatformRows,
  origin: 'first' | 'environment',
  name: string,
  now: number,
  fields: Partial<Operator> = {},
): Operator {
  const { id, at } = mintAt('operator');
  const operator: Operator = {
    id,
    name,
    email: null,
    roles: 'admin',
    origin,
    status: 'active',
    invitedBy: null,
    claimHash: null,
    claimExpiresAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
  rows.operators.insert(operator);
  const detail = { roles: ['admin'], origin };
  recordAudit(rows, { action: 'operator.created', operator, actor: 'start', detail }, now);
  return operator;
}

function newInvitation(now: number) {
  const { key: code, hash: claimHash } = createKey('invitation_');
  return { code, claimHash, claimExpiresAt: now + INVITATION_MS };
}

function issueKey(rows: PlatformRows, operator: Operator): IssuedOperatorKey {
  const { key, hash: keyHash, lastFour } = createKey('op_');
  return { operator, key, row: insertKey(rows, { operatorId: operator.id, keyHash, lastFour }) };
}

function insertKey(
  rows: PlatformRows,
  fields: Pick<OperatorKey, 'operatorId' | 'keyHash' | 'lastFour'>,
): OperatorKey {
  const { id, at } = mintAt('apiKey');
  const row: OperatorKey = { id, ...fields, expiresAt: null, createdAt: at };
  rows.operators.insertKey(row);
  return row;
}

function requireOperator(rows: PlatformRows, id: string): Operator {
  const row = rows.operators.find(id);
  if (!row) throw new Refusal('operator_not_found');
  return row;
}

/**
 * Refuses to remove the last admin, which a database trigger prevents too, with a clear message.
 */
function refuseLastAdmin(rows: PlatformRows, row: Operator): void {
  const isAdmin = row.status === 'active' && rolesIn(row).includes('admin');
  if (isAdmin && rows.operators.countOtherAdmins(row.id) === 0) throw new Refusal('last_admin');
}

function updateOperator(
  rows: PlatformRows,
  row: Operator,
  fields: Partial<Operator>,
  now: number,
): Operator {
  const next: Operator = { ...row, ...fields, version: row.version + 1, updatedAt: now };
  rows.operators.update(next);
  return next;
}

/** Roles as stored: sorted and without duplicates, so that equal sets are equal texts. */
function rolesText(roles: readonly OperatorRole[]): string {
  return [...new Set(roles)].sort().join(' ');
}

interface AuditNote {
  readonly action: string;
  readonly operator: Operator;
  readonly actor: string;
  readonly detail: object;
}

function recordAudit(
  rows: PlatformRows,
  { action, operator, actor, detail }: AuditNote,
  time: number,
): void {
  rows.insertAudit({
    at: time,
    actor,
    action,
    objectId: operator.id,
    environment: null,
    detail: JSON.stringify(detail),
  });
}
