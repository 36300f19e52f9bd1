// Access of customers: apps that act for them, their consents, and their sign-in. It is stored in
// the platform database, which all environments share.

import type { Page, PageOrder } from '../db/kernel/page.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { ClientOwner, Consent, OAuthClient, SignIn } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import {
  type ConsentOrder,
  findConsent,
  giveConsent,
  type Withdrawal,
  withdrawConsent,
} from './consents.ts';
import { forgetCustomer } from './forget-customer.ts';
import {
  type ClientAct,
  type ClientChange,
  type ClientOrder,
  changeClient,
  findUsableClient,
  type IssuedClient,
  registerClient,
  revokeClient,
  rotateClientSecret,
  type UsableClient,
} from './oauth-clients.ts';
import { type SigningKey, signingKeys } from './oauth-keys.ts';
import { hashOf, type ProtocolState, protocolState } from './oauth-state.ts';
import { pageOrigin } from './page-origins.ts';
import {
  beginReset,
  finishReset,
  type ResetCode,
  type ResetOrder,
  type ResetOutcome,
  resetOf,
} from './password-resets.ts';
import {
  type AttemptOutcome,
  type PacedAttempt,
  type PasswordAttempt,
  type SignInOrder,
  setSignIn,
  tryPassword,
} from './sign-ins.ts';

export interface Access {
  /** Null when the environment has the maximum number of clients. */
  registerClient(order: ClientOrder): Promise<IssuedClient | null>;
  findClient(owner: ClientOwner, id: string): OAuthClient | null;
  listClients(owner: ClientOwner, page: PageOrder): Page<OAuthClient>;
  changeClient(act: ClientAct & { change: ClientChange }): Promise<OAuthClient | null>;
  rotateClientSecret(act: ClientAct): Promise<IssuedClient | 'not_found' | 'no_secret'>;
  revokeClient(act: ClientAct): Promise<OAuthClient | null>;
  /** A client that may be used now; null otherwise. */
  usableClient(id: string): UsableClient | null;
  setSignIn(order: SignInOrder): Promise<SignIn | 'name_taken'>;
  signInOf(customerId: string): SignIn | null;
  tryPassword(attempt: PasswordAttempt): Promise<AttemptOutcome>;
  /** A code for a customer who has forgotten the password; null when no mail is to be sent. */
  beginReset(attempt: PacedAttempt): Promise<ResetCode | null>;
  /** The sign-in to which a valid code belongs; null otherwise. */
  resetOf(code: string): SignIn | null;
  finishReset(order: ResetOrder): Promise<ResetOutcome>;
  /**
   * Ends the sessions of a customer in other browsers.
   * @param uid the session that stays
   */
  endOtherSessions(customerId: string, uid: string): Promise<void>;
  giveConsent(order: ConsentOrder): Promise<Consent>;
  /** The consent of a grant; null when it has expired or was withdrawn. */
  consentOf(grantId: string): Consent | null;
  listConsents(
    tenantId: string,
    customerId: string,
  ): { readonly consent: Consent; readonly clientName: string }[];
  withdrawConsent(order: Withdrawal): Promise<boolean>;
  /** Erases a customer: consents, sessions, codes, name and password. Idempotent. */
  forgetCustomer(owner: Pick<Withdrawal, 'tenantId' | 'customerId'>): Promise<void>;
  signingKeys(seal: Seal): Promise<SigningKey[]>;
  /** The stored OAuth state of one kind, such as `Session`. */
  stateOf(model: string, seal: Seal): ProtocolState;
  /** True when a page of the origin is a public client of a developer. */
  isPageOrigin(origin: string): boolean;
}

/** @param now milliseconds since 1970 UTC */
export function openAccess(rows: PlatformRows, now: () => number): Access {
  return {
    registerClient: (order) => rows.write(() => registerClient(rows, order)),
    findClient: rows.oauth.findClient,
    listClients: rows.oauth.listClients,
    changeClient: (act) => rows.write(() => changeClient(rows, act, now())),
    rotateClientSecret: (act) => rows.write(() => rotateClientSecret(rows, act, now())),
    revokeClient: (act) => rows.write(() => revokeClient(rows, act, now())),
    usableClient: (id) => findUsableClient(rows, id),
    setSignIn: (order) => setSignIn(rows, order, now),
    signInOf: rows.oauth.signInOf,
    tryPassword: (attempt) => tryPassword(rows, attempt, now),
    beginReset: (attempt) => beginReset(rows, attempt, now),
    resetOf: (code) => resetOf(rows, code, now()),
    finishReset: (order) => finishReset(rows, order, now),
    endOtherSessions: (customerId, uid) =>
      rows.write(() => rows.oauth.removeSessions(customerId, hashOf(uid))),
    giveConsent: (order) => rows.write(() => giveConsent(rows, order)),
    consentOf: (grantId) => findConsent(rows, grantId, now()),
    listConsents: rows.oauth.listConsents,
    withdrawConsent: (order) => rows.write(() => withdrawConsent(rows, order, now())),
    forgetCustomer: (owner) => rows.write(() => forgetCustomer(rows, owner, now())),
    signingKeys: (seal) => signingKeys(rows, seal, now()),
    stateOf: (model, seal) => protocolState(rows, { model, seal, now }),
    isPageOrigin: (origin) => rows.oauth.isPageOrigin(pageOrigin(origin)),
  };
}
