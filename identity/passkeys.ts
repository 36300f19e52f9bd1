// Passkeys (WebAuthn) with a library: the options for authenticators, and the verification of their
// signatures. User verification on the device, by fingerprint, face or PIN, is always required.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { invalidPasskey, type PasskeyProof } from '../db/kernel/passkey-proof.ts';

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];
type Transport = NonNullable<
  Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']
>[number];

/** The relying party of WebAuthn: authenticators sign only for this domain and these origins. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/** ES256, EdDSA and RS256, as COSE numbers them. */
const ALGORITHMS = [-7, -8, -257];
const TIMEOUT_MS = 5 * 60 * 1000;

/**
 * The relying party of the bank; null without a host name, because WebAuthn does not allow IP
 * addresses.
 * @param otherUrls origins of native apps
 * @param domain shared domain of several banks behind one proxy, so that passkeys work after a move
 *   between them; null for the host of the public URL
 */
export function relyingPartyOf(
  publicUrl: string | null,
  otherUrls: readonly string[],
  domain: string | null = null,
): RelyingParty | null {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (!url || /^[\d.]+$|^\[/.test(url.hostname)) return null;
  return { id: domain ?? url.hostname, origins: [url.origin, ...otherUrls] };
}

/** 32 random bytes in base64url. */
export function createChallenge(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
}

/** An existing passkey, as described to authenticators. */
interface ExistingPasskey {
  readonly credentialId: string;
  /** Space-separated. */
  readonly transports: string;
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly passkeys: readonly ExistingPasskey[];
}

/** A passkey with its owner and the key that verifies its signatures. */
interface Credential {
  readonly id: string;
  readonly ownerId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
}

interface Challenge {
  readonly id: string;
  readonly challenge: string;
}

/** Options with which a browser asks an authenticator to create a passkey for a person. */
export function creationOptions(party: RelyingParty, challenge: string, owner: Owner) {
  return generateRegistrationOptions({
    rpName: 'Kontor',
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    // Authenticators store and show name and id; only the id identifies the person.
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.name,
    userDisplayName: owner.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: owner.passkeys.map(describeKey),
  });
}

/**
 * Options with which a browser asks an authenticator for a signature.
 * @param passkeys the allowed ones; an empty list allows any
 */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  passkeys: readonly ExistingPasskey[],
) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(passkeys.length > 0 ? { allowCredentials: passkeys.map(describeKey) } : {}),
  });
}

function describeKey({ credentialId, transports }: ExistingPasskey) {
  return { id: credentialId, transports: transports.split(' ').filter(Boolean) as Transport[] };
}

/**
 * Verifies and returns a passkey that an authenticator created.
 * @throws Refusal passkey_invalid
 */
export async function verifyNewPasskey(
  party: RelyingParty,
  { challenge }: Pick<Challenge, 'challenge'>,
  response: RegistrationResponse,
) {
  refuseFramed(response.response.clientDataJSON);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuseProof);
  if (!verified) throw invalidPasskey('/credential', 'The attestation does not hold.');
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credential: {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(' '),
    },
    synced: credentialDeviceType === 'multiDevice',
  };
}

/**
 * Verifies the signature of a passkey. Its counter is checked later, under lock.
 * @throws Refusal passkey_invalid
 */
export async function verifySignature(
  party: RelyingParty,
  { passkey, challenge }: { readonly passkey: Credential; readonly challenge: Challenge },
  response: AuthenticationResponse,
): Promise<PasskeyProof> {
  refuseFramed(response.response.clientDataJSON);
  const { userHandle } = response.response;
  const isOwn =
    userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === passkey.ownerId;
  if (!isOwn)
    throw invalidPasskey(
      '/credential/response/userHandle',
      'The passkey belongs to another person.',
    );
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      // The ledger checks and records the counter under lock.
      counter: 0,
    },
  }).catch(refuseProof);
  if (!verified)
    throw invalidPasskey('/credential/response/signature', 'The signature does not hold.');
  const { newCounter: counter } = authenticationInfo;
  return { method: 'passkey', challengeId: challenge.id, passkeyId: passkey.id, counter };
}

/** Refuses passkeys that were used in a frame of another site. */
function refuseFramed(clientDataJSON: string): void {
  let data: unknown;
  try {
    data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  } catch {
    data = null;
  }
  if (typeof data !== 'object' || data === null) {
    throw invalidPasskey('/credential/response/clientDataJSON', 'This is no client data.');
  }
  if ('crossOrigin' in data && data.crossOrigin === true) {
    const message = 'The passkey was used in a frame of another page.';
    throw invalidPasskey('/credential/response/clientDataJSON', message);
  }
}

/** The field at fault for each error of the library, by a word of the error. */
const FAULTS: readonly (readonly [word: RegExp, field: string, message: string])[] = [
  [/challenge/, 'clientDataJSON', 'Another challenge was signed.'],
  [/origin/i, 'clientDataJSON', 'It was signed on a page of another origin.'],
  [/response type/, 'clientDataJSON', 'It was signed for another step.'],
  [/RP ID/, 'authenticatorData', 'It was signed for another domain.'],
  [
    /user (could not be|not) verified|verification required/i,
    'authenticatorData',
    'The device has not verified its user.',
  ],
  [/present/, 'authenticatorData', 'No person was present at the device.'],
  [/alg/i, 'attestationObject', 'The algorithm of the key is not accepted.'],
];

/**
 * Converts an error of the library.
 * @throws Refusal always
 */
function refuseProof(error: unknown): never {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  const fault = FAULTS.find(([word]) => word.test(text));
  if (!fault) throw invalidPasskey('/credential', 'The answer of the authenticator is malformed.');
  const [, field, message] = fault;
  throw invalidPasskey(`/credential/response/${field}`, message);
}
