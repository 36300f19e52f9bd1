// An authenticator in software: it has ES256 keys and writes CBOR and COSE. A test chooses its
// flags and its counter. It signs any data, including data that no real authenticator would sign.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT_FLAG = 0x01;
const USER_VERIFIED_FLAG = 0x04;
const ATTESTED_FLAG = 0x40;

export interface AuthenticatorFaults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Flags of the answer, for example without user verification or presence. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Key that signs instead of the authenticator's own. */
  readonly key?: KeyObject;
  readonly credentialId?: string;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Encodes the part of CBOR (RFC 8949) that authenticators write. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
    return Buffer.concat([head(5, value.size), ...parts]);
  }
  throw new Error('an authenticator does not write this type of value');
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/**
 * Makes an authenticator with one key.
 * @param origin origin of the page on which it is used
 */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle: string | undefined;

  function authData(rpId: string, flags: number, count: number, attested: Buffer | null): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    const parts = [sha256(rpId), Buffer.from([flags]), counted];
    return Buffer.concat(attested ? [...parts, attested] : parts);
  }

  function clientData(type: string, options: Options, faults: AuthenticatorFaults): Buffer {
    const { crossOrigin = false } = faults;
    const challenge = faults.challenge ?? options.challenge;
    const data = {
      type: faults.type ?? type,
      challenge,
      origin: faults.origin ?? origin,
      crossOrigin,
    };
    return Buffer.from(JSON.stringify(data));
  }

  const text = (bytes: Buffer) => bytes.toString('base64url');
  const credentialIdOf = (faults: AuthenticatorFaults) => faults.credentialId ?? text(id);

  return {
    id: text(id),
    privateKey,
    /** Returns the result of navigator.credentials.create. */
    make(options: Options, faults: AuthenticatorFaults = {}, alg = -7) {
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, alg],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)]);
      const flags = (faults.flags ?? USER_PRESENT_FLAG | USER_VERIFIED_FLAG) | ATTESTED_FLAG;
      const data = authData(
        faults.rpId ?? options.rp?.id ?? '',
        flags,
        faults.counter ?? 0,
        attested,
      );
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      counter = faults.counter ?? 0;
      userHandle = options.user?.id;
      return {
        id: credentialIdOf(faults),
        rawId: credentialIdOf(faults),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', options, faults)),
          attestationObject: text(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Returns the result of navigator.credentials.get. */
    sign(options: Options, faults: AuthenticatorFaults = {}) {
      counter = faults.counter ?? counter + 1;
      const client = clientData('webauthn.get', options, faults);
      const data = authData(
        faults.rpId ?? options.rpId ?? '',
        faults.flags ?? USER_PRESENT_FLAG | USER_VERIFIED_FLAG,
        counter,
        null,
      );
      const signed = Buffer.concat([data, sha256(client)]);
      return {
        id: credentialIdOf(faults),
        rawId: credentialIdOf(faults),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(sign('sha256', signed, faults.key ?? privateKey)),
          ...((faults.userHandle ?? userHandle)
            ? { userHandle: faults.userHandle ?? userHandle }
            : {}),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Flags of an authenticator with user presence and no verification, or with neither. */
export const FLAGS = { present: USER_PRESENT_FLAG, verified: USER_VERIFIED_FLAG, nothing: 0 };
