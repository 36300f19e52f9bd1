// A proof of possession is valid within a minute of its time, for one request and one token, with
// an asymmetric algorithm, and once.

import { createHash } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWK,
  SignJWT,
} from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { findProofFault } from '../../../api/oauth/dpop.ts';

const TOKEN = 'a'.repeat(43);
const URL_OF = 'https://bank.example/v1/accounts';

let key: CryptoKey;
let jwk: JWK;
let jkt: string;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  jwk = await exportJWK(pair.publicKey);
  jkt = await calculateJwkThumbprint(jwk);
});

const ath = createHash('sha256').update(TOKEN).digest('base64url');
const now = () => Math.floor(Date.now() / 1000);

interface ProofChanges {
  readonly payload?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly signWith?: CryptoKey | Uint8Array;
}

async function makeProof({
  payload = {},
  header = {},
  signWith,
}: ProofChanges = {}): Promise<string> {
  const claims = { jti: crypto.randomUUID(), iat: now(), htm: 'GET', htu: URL_OF, ath, ...payload };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(signWith ?? key);
}

const faultOf = (proof: string, unique = async () => true) =>
  findProofFault({ proof, token: TOKEN, jkt, method: 'GET', url: URL_OF }, unique);

it("a DPoP proof is accepted while the client's clock is at most a minute off", async () => {
  for (const offset of [-55, 0, 55]) {
    expect(await faultOf(await makeProof({ payload: { iat: now() + offset } }))).toBeNull();
  }
  for (const offset of [-70, 70, 86_400]) {
    const fault = await faultOf(await makeProof({ payload: { iat: now() + offset } }));
    expect(fault, String(offset)).toContain('too old or from the future');
  }
  const withoutTime = await makeProof({ payload: { iat: undefined } });
  expect(await faultOf(withoutTime)).toContain('too old or from the future');
});

it('a DPoP proof with another algorithm, another type, or a secret as its key is refused', async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { jti: 'x', iat: now(), htm: 'GET', htu: URL_OF, ath };
  const unsignedProof = `${encode({ alg: 'none', typ: 'dpop+jwt', jwk })}.${encode(payload)}.`;
  const secret = new TextEncoder().encode(JSON.stringify(jwk).padEnd(32));
  const symmetricJwk = { kty: 'oct', k: Buffer.from(secret).toString('base64url') };
  const refusedProofs = [
    unsignedProof,
    // Some libraries once accepted the public key as a secret.
    await makeProof({ header: { alg: 'HS256' }, signWith: secret }),
    await makeProof({ header: { alg: 'HS256', jwk: symmetricJwk }, signWith: secret }),
    await makeProof({ header: { typ: 'JWT' } }),
    await makeProof({ header: { jwk: undefined } }),
    (await makeProof()).slice(0, -4),
  ];
  for (const proof of refusedProofs)
    expect(await faultOf(proof)).toContain('signature of the DPoP proof is not valid');
  expect(await faultOf('')).toContain('no proof');
  expect(await faultOf('x'.repeat(5_000))).toContain('no proof');
});

it('a DPoP proof for another request, token or key, or sent a second time, is refused', async () => {
  const otherKeyPair = await generateKeyPair('ES256');
  const foreignKey = { jwk: await exportJWK(otherKeyPair.publicKey) };
  const cases: readonly (readonly [ProofChanges, string])[] = [
    [{ payload: { htm: 'POST' } }, 'another request'],
    [{ payload: { htu: 'https://bank.example/v1/customers' } }, 'another request'],
    [{ payload: { htu: 'https://evil.example/v1/accounts' } }, 'another request'],
    [{ payload: { ath: 'x' } }, 'another token'],
    [{ header: foreignKey, signWith: otherKeyPair.privateKey }, 'another key'],
    [{ payload: { jti: '' } }, 'no id'],
  ];
  for (const [changes, text] of cases)
    expect(await faultOf(await makeProof(changes))).toContain(text);
  expect(await faultOf(await makeProof(), async () => false)).toContain('used before');
  expect(await faultOf(await makeProof({ payload: { htu: `${URL_OF}?limit=1` } }))).toBeNull();
});
