// Sign-ins of developers to the portal without presenting a key: by a mail link or a passkey. Both
// stand for a key, whose rights the session has. A sign-in is bound by a cookie to the browser that
// began it, and is valid once.

import { timingSafeEqual } from 'node:crypto';
import { mintAt } from '../db/kernel/mint.ts';
import { invalidPasskey } from '../db/kernel/passkey-proof.ts';
import type { PasskeyOwner, PortalPasskey, PortalSignIn } from '../db/platform/portal-sign-ins.ts';
import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import { MINUTE_MS } from '../ledger/durations.ts';
import { invalidState, type Refusal } from '../ledger/refusal.ts';
import { createKey, hashKey } from './api-key.ts';
import type { AuthenticatedKey, OpenedSession } from './browser-sessions.ts';
import { issueKey } from './keys.ts';
import { createChallenge } from './passkeys.ts';
import type { PortalSessions } from './portal-sessions.ts';
import { ALL_SCOPES } from './scopes.ts';
import { mayMail } from './sign-ins.ts';

export const LINK_MS = 15 * MINUTE_MS;
const CHALLENGE_MS = 5 * MINUTE_MS;
/** Maximum number of passkeys of a developer in an environment. */
const MAX_PASSKEYS = 10;

/** A sign-in that a browser began; its cookie is not stored. */
export interface BrowserSignIn {
  readonly browser: string;
  readonly expiresAt: number;
}

/** The recipient of a mail link, and the code of the link. */
export interface LinkMail {
  readonly developer: Developer;
  readonly code: string;
}

type Purpose = PortalSignIn['purpose'];
type SessionOrigin = Parameters<PortalSessions['openWith']>[1];

/** A passkey whose signature was verified. */
export interface VerifiedPasskey {
  readonly passkey: PortalPasskey;
  readonly counter: number;
  readonly browser: string;
}

/** A new passkey of a session. */
export interface PasskeySetUp {
  readonly browser: string;
  readonly sessionId: string;
  /** The key of the session. */
  readonly keyId: string;
  readonly owner: PasskeyOwner;
  readonly name: string;
  readonly synced: boolean;
  readonly credential: Pick<PortalPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;
}

export interface PortalSignIns {
  /**
   * Begins a sign-in by mail, alike for every address; `mail` is null when no mail is to be sent.
   */
  askForLink(order: {
    readonly email: string;
    readonly address: string | null;
  }): Promise<BrowserSignIn & { readonly mail: LinkMail | null }>;
  /**
   * Begins the use of a passkey.
   * @param subjectId the session that sets one up; null for a sign-in
   */
  askForPasskey(
    purpose: 'passkey' | 'set_up',
    subjectId: string | null,
  ): Promise<BrowserSignIn & { readonly challenge: string }>;
  /**
   * The open challenge of a browser.
   * @throws Refusal passkey_invalid without one
   */
  challengeOf(browser: string | null, purpose: Purpose, subjectId: string | null): string;
  /** Null when the link was used, has expired, or another browser requested it. */
  openByLink(
    order: { readonly code: string; readonly browser: string | null },
    origin: SessionOrigin,
  ): Promise<OpenedSession | null>;
  /** @throws Refusal passkey_invalid */
  openByPasskey(order: VerifiedPasskey, origin: SessionOrigin): Promise<OpenedSession | null>;
  passkeyBy(credentialId: string): PortalPasskey | null;
  passkeysOf(owner: PasskeyOwner): PortalPasskey[];
  /** @throws Refusal passkey_invalid, invalid_state_transition */
  addPasskey(setUp: PasskeySetUp): Promise<PortalPasskey>;
  /** Removes a passkey and ends the other sessions of its key; false when the id is unknown. */
  removePasskey(
    owner: PasskeyOwner & { readonly keyId: string; readonly sessionId: string },
    id: string,
  ): Promise<boolean>;
}

/** @param now milliseconds since 1970 UTC */
export function portalSignInsOf(
  rows: PlatformRows,
  now: () => number,
  sessions: PortalSessions,
): PortalSignIns {
  const { portal } = rows;
  return {
    askForLink({ email, address }) {
      const { key: code, hash: codeHash } = createKey('portal_link_');
      return rows.write(() => {
        const attempt = { tenantId: 'portal', name: email, address, purpose: 'portal_link' };
        const isDue = mayMail(rows, attempt, now());
        const owner = rows.findByEmail(email);
        const mayReceive = owner?.proofHash === null && owner.sandboxStatus === 'active';
        const developer = mayReceive && isDue ? owner : null;
        const subjectId = developer?.id ?? null;
        const signIn = beginSignIn(
          rows,
          { purpose: 'link', codeHash, challenge: null, subjectId },
          now(),
        );
        return { ...signIn, mail: developer && { developer, code } };
      });
    },
    askForPasskey: (purpose, subjectId) =>
      rows.write(() => {
        const challenge = createChallenge();
        const signIn = beginSignIn(rows, { purpose, codeHash: null, challenge, subjectId }, now());
        return { ...signIn, challenge };
      }),
    challengeOf: (browser, purpose, subjectId) =>
      openChallenge(rows, { browser, purpose, subjectId }, now()).challenge ?? '',
    openByLink: ({ code, browser }, origin) =>
      sessions.openWith(() => findLinkKey(rows, { code, browser }, now()), origin),
    openByPasskey: (passkey, origin) =>
      sessions.openWith(() => findPasskeyKey(rows, passkey, now()), origin),
    passkeyBy: portal.passkeyBy,
    passkeysOf: portal.passkeysOf,
    addPasskey: (setUp) => rows.write(() => addPasskey(rows, setUp, now())),
    removePasskey: ({ keyId: actor, sessionId, ...owner }, id) =>
      rows.write(() => {
        const row = portal.passkeysOf(owner).find((passkey) => passkey.id === id);
        if (!row) return false;
        const time = now();
        portal.removePasskey(id);
        // The holder of the removed passkey may be signed in with it.
        rows.sessions.portal.endSessionsOfKey(row.keyId, time, sessionId);
        recordAudit(rows, { action: 'portal.passkey_removed', row, actor, owner }, time);
        return true;
      }),
  };
}

type NewSignIn = Pick<PortalSignIn, 'purpose' | 'codeHash' | 'challenge' | 'subjectId'>;

function beginSignIn(rows: PlatformRows, order: NewSignIn, now: number): BrowserSignIn {
  const { key: browser, hash: browserHash } = createKey('portal_browser_');
  const expiresAt = now + (order.purpose === 'link' ? LINK_MS : CHALLENGE_MS);
  rows.portal.pruneSignIns(now);
  rows.portal.insertSignIn({ browserHash, ...order, expiresAt, usedAt: null });
  return { browser, expiresAt };
}

/** The open sign-in of a browser; null without one. */
function findOpenSignIn(
  rows: PlatformRows,
  browser: string | null,
  now: number,
): PortalSignIn | null {
  const row = browser === null ? null : rows.portal.signIn(hashKey(browser));
  return row && row.usedAt === null && row.expiresAt > now ? row : null;
}

interface ChallengeQuery {
  readonly browser: string | null;
  readonly purpose: Purpose;
  readonly subjectId: string | null;
}

/** @throws Refusal passkey_invalid */
function openChallenge(rows: PlatformRows, query: ChallengeQuery, now: number): PortalSignIn {
  const row = findOpenSignIn(rows, query.browser, now);
  if (row?.purpose === query.purpose && row.subjectId === query.subjectId) return row;
  const message = 'This browser was asked for nothing, or it is too long ago: begin again.';
  throw invalidPasskey('/credential/response/clientDataJSON', message);
}

function findLinkKey(
  rows: PlatformRows,
  { code, browser }: { readonly code: string; readonly browser: string | null },
  now: number,
): AuthenticatedKey | null {
  const row = findOpenSignIn(rows, browser, now);
  const expected = row?.codeHash ?? null;
  if (!row || expected === null || !timingSafeEqual(expected, hashKey(code))) return null;
  rows.portal.useSignIn(row.browserHash, now);
  if (row.subjectId === null) return null;
  const keyId = rows.mailKeyOf(row.subjectId)?.id ?? createMailKey(rows, row.subjectId);
  return { keyId, by: 'link' };
}

/** Creates the sandbox key of mail links, which no person sees. Revoking it ends their sessions. */
function createMailKey(rows: PlatformRows, developerId: string): string {
  const issued = issueKey(
    rows,
    {
      developerId,
      environment: 'sandbox',
      name: 'Sign-in by e-mail',
      scopes: ALL_SCOPES,
      expiresAt: null,
      ipAllow: [],
      actor: 'link of a mail',
      origin: 'mail',
    },
    'api_key.created',
  );
  if (!issued) throw new Error('a key for links has no limit');
  return issued.row.id;
}

function findPasskeyKey(
  rows: PlatformRows,
  presented: VerifiedPasskey,
  now: number,
): AuthenticatedKey {
  const { portal } = rows;
  const { passkey, counter, browser } = presented;
  const order = { browser, purpose: 'passkey', subjectId: null } as const;
  portal.useSignIn(openChallenge(rows, order, now).browserHash, now);
  const row = portal.passkeyBy(passkey.credentialId);
  if (row?.id !== passkey.id) throw refuseUnknownPasskey();
  // A counter that does not increase indicates a copy of the passkey.
  const isIncreasing = counter > row.counter || (counter === 0 && row.counter === 0);
  if (!isIncreasing)
    throw invalidPasskey('/credential', 'The counter of the passkey went back: a copy of it?');
  portal.recordPasskeyUse(row.id, counter, now);
  return { keyId: row.keyId, by: row.id };
}

/** The refusal of an unknown passkey. */
export function refuseUnknownPasskey(): Refusal {
  return invalidPasskey('/credential/id', 'No developer has this passkey, or its key has ended.');
}

function addPasskey(rows: PlatformRows, setUp: PasskeySetUp, now: number): PortalPasskey {
  const { browser, sessionId, keyId, owner, name, synced, credential } = setUp;
  const order = { browser, purpose: 'set_up', subjectId: sessionId } as const;
  rows.portal.useSignIn(openChallenge(rows, order, now).browserHash, now);
  if (rows.portal.passkeysOf(owner).length >= MAX_PASSKEYS) {
    throw invalidState(`There are ${MAX_PASSKEYS} passkeys: remove one first.`);
  }
  if (rows.portal.passkeyBy(credential.credentialId) !== null) {
    throw invalidPasskey('/credential/id', 'This passkey was set up before.');
  }
  const { id, at: createdAt } = mintAt('passkey');
  const newFields = { id, keyId, name, createdAt, lastUsedAt: null };
  const row: PortalPasskey = { ...newFields, ...credential, synced: synced ? 1 : 0 };
  rows.portal.insertPasskey(row);
  recordAudit(rows, { action: 'portal.passkey_added', row, actor: keyId, owner }, now);
  return row;
}

interface AuditNote {
  readonly action: string;
  readonly row: PortalPasskey;
  readonly actor: string;
  readonly owner: PasskeyOwner;
}

function recordAudit(
  rows: PlatformRows,
  { action, row, actor, owner }: AuditNote,
  time: number,
): void {
  const { developerId, environment } = owner;
  const detail = JSON.stringify({ developerId, keyId: row.keyId, name: row.name });
  rows.insertAudit({ at: time, actor, action, objectId: row.id, environment, detail });
}
