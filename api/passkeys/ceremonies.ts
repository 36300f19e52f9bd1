// The two steps of WebAuthn for operations and pages: the request to an authenticator, and the
// proof in its answer.

import type { z } from '@hono/zod-openapi';
import type { JSONValue } from 'hono/utils/types';
import { findCustomer } from '../../db/customers/reads.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import { invalidPasskey, type PasskeyProof } from '../../db/kernel/passkey-proof.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { WrongCode } from '../../db/mfa/acts.ts';
import {
  addPasskey,
  createPasskeyChallenge,
  createSetupChallenge,
  type PresentedFactor,
} from '../../db/passkeys/acts.ts';
import { factorsOf, findChallenge, findPasskeyByCredential } from '../../db/passkeys/reads.ts';
import type { PasskeyView } from '../../db/passkeys/view.ts';
import {
  createChallenge,
  creationOptions,
  type RelyingParty,
  relyingPartyOf,
  requestOptions,
  verifyNewPasskey,
  verifySignature,
} from '../../identity/passkeys.ts';
import type { BankDeps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import type { createdCredentialSchema, signedCredentialSchema } from './passkey-schema.ts';

type CreatedCredential = z.infer<typeof createdCredentialSchema>;
type SignedCredential = z.infer<typeof signedCredentialSchema>;

export interface Holder {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly customerId: string;
}

/**
 * Returns the bank as a relying party.
 * @throws Problem passkeys_not_configured
 */
export function requireRelyingParty({ config }: Pick<BankDeps, 'config'>): RelyingParty {
  const party = relyingPartyOf(config.publicUrl, config.passkeyOrigins, config.passkeyDomain);
  if (!party) throw new Problem('passkeys_not_configured');
  return party;
}

/** True when this bank is configured for passkeys. */
export function hasPasskeys({ config }: Pick<BankDeps, 'config'>): boolean {
  return relyingPartyOf(config.publicUrl, config.passkeyOrigins, config.passkeyDomain) !== null;
}

/**
 * Returns the options with which a browser creates a passkey, after the customer has presented an
 * existing factor.
 * @param about the subject for which the answer is valid
 */
export async function createSetupOptions(
  party: RelyingParty,
  { ledger, tenantId, customerId }: Holder,
  { factor, about: subject }: { readonly factor: PresentedFactor; readonly about: string | null },
) {
  const customer = await findCustomer(ledger, tenantId, customerId);
  const order = { tenantId, customerId, subject, challenge: createChallenge(), factor };
  const row = await ledger.run(createSetupChallenge, order);
  if (isWrongCode(row)) return row;
  const { passkeys } = factorsOf(ledger, tenantId, customerId);
  const owner = { id: customerId, name: customer?.name ?? '', passkeys };
  const publicKey = await creationOptions(party, row.challenge, owner);
  return {
    kind: 'asked' as const,
    id: row.id,
    expiresAt: row.expiresAt,
    publicKey: toWireJson(publicKey),
  };
}

interface OpenChallenge {
  readonly id: string;
  readonly expiresAt: number;
  readonly publicKey: ReturnType<typeof toWireJson>;
}

/** The wire form of a challenge. */
export function challengeView({ livemode }: Ledger, customerId: string, challenge: OpenChallenge) {
  const { id, publicKey } = challenge;
  const expiresAt = new Date(challenge.expiresAt).toISOString();
  const object = 'passkey_challenge' as const;
  return { id, object, livemode, customerId, expiresAt, publicKey };
}

/** Returns the options of a ceremony as JSON, without undefined fields. */
export function toWireJson(options: object) {
  return JSON.parse(JSON.stringify(options)) as { [name: string]: JSONValue };
}

function isWrongCode(row: object): row is WrongCode {
  return 'kind' in row && row.kind === 'wrong_code';
}

/**
 * Adds the passkey that an authenticator has created.
 * @throws Refusal passkey_invalid
 */
export async function addCreatedPasskey(
  party: RelyingParty,
  { ledger, ...owner }: Holder,
  answer: {
    readonly challengeId: string;
    readonly subject: string | null;
    readonly credential: CreatedCredential;
    readonly name: string;
    readonly cause: Cause;
  },
): Promise<PasskeyView> {
  const { challengeId, subject, name, cause } = answer;
  const challenge = findChallenge(ledger, owner.tenantId, challengeId);
  if (!challenge) throw unknownChallenge();
  const passkey = await verifyNewPasskey(party, challenge, parseNewPasskey(answer.credential));
  return ledger.run(addPasskey, { ...owner, ...passkey, challengeId, subject, name, cause });
}

/**
 * Returns the options with which a browser asks an authenticator to sign.
 * @param customerId the customer, or null before the sign-in
 * @param about the subject for which the signature is valid
 */
export async function createSignOptions(
  party: RelyingParty,
  { ledger, tenantId }: Omit<Holder, 'customerId'>,
  {
    customerId,
    about: subject,
  }: { readonly customerId: string | null; readonly about: string | null },
) {
  const order = { tenantId, customerId, subject, challenge: createChallenge() };
  const passkeys = customerId === null ? [] : factorsOf(ledger, tenantId, customerId).passkeys;
  if (customerId !== null && passkeys.length === 0) {
    const customer = await findCustomer(ledger, tenantId, customerId);
    if (customer) throw noPasskey();
  }
  const row = await ledger.run(createPasskeyChallenge, order);
  const publicKey = await requestOptions(party, row.challenge, passkeys);
  return { id: row.id, expiresAt: row.expiresAt, publicKey: toWireJson(publicKey) };
}

/**
 * Returns the proof in an authenticator's answer, which is valid once.
 * @throws Refusal passkey_invalid
 */
export async function verifySignedCredential(
  party: RelyingParty,
  { ledger, tenantId }: Omit<Holder, 'customerId'>,
  {
    challengeId,
    credential,
  }: { readonly challengeId: string; readonly credential: SignedCredential },
): Promise<PasskeyProof> {
  const challenge = findChallenge(ledger, tenantId, challengeId);
  if (!challenge) throw unknownChallenge();
  const passkey = findPasskeyByCredential(ledger, tenantId, credential.id);
  if (!passkey || (challenge.customerId ?? passkey.customerId) !== passkey.customerId) {
    throw invalidPasskey('/credential/id', 'No passkey of the customer has this id.');
  }
  const ownedPasskey = { ...passkey, ownerId: passkey.customerId };
  return verifySignature(
    party,
    { passkey: ownedPasskey, challenge },
    parseSignedCredential(credential),
  );
}

/** Returns an authenticator's new passkey in the form that the library reads. */
export function parseNewPasskey({
  clientExtensionResults = {},
  authenticatorAttachment: _,
  response: { clientDataJSON, attestationObject, transports = [] },
  ...rest
}: CreatedCredential) {
  const response = { clientDataJSON, attestationObject, transports };
  return { ...rest, clientExtensionResults, response };
}

/** Returns an authenticator's signature in the form that the library reads. */
export function parseSignedCredential({
  clientExtensionResults = {},
  authenticatorAttachment: _,
  response: { userHandle, ...signed },
  ...rest
}: SignedCredential) {
  const response = userHandle ? { ...signed, userHandle } : signed;
  return { ...rest, clientExtensionResults, response };
}

function unknownChallenge() {
  return invalidPasskey('/challengeId', 'No challenge of this step has this id.');
}

function noPasskey(): Problem {
  const errors = [
    { pointer: '/customerId', code: 'mfa_not_enrolled', message: 'The customer has no passkey.' },
  ];
  return new Problem('mfa_not_enrolled', 'The customer has no passkey.', { errors });
}
