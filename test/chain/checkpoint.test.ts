// A checkpoint is a signed note as C2SP specifies it. The tests contain the expected bytes, and they
// verify the signature as the specification says, without the bank's verifier.

import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  formatCheckpoint,
  formatSignedNote,
  isSignedBy,
  logOrigin,
  logSigner,
} from '../../chain/checkpoint.ts';

/** RFC 8032 §7.1, test 1. */
const KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: Buffer.from(
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'hex',
    ).toString('base64url'),
    x: Buffer.from(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'hex',
    ).toString('base64url'),
  },
});
const ORIGIN = logOrigin('sandbox', '0011aabbccdd');
const CHECKPOINT = {
  origin: ORIGIN,
  treeSize: 7,
  rootHash: Buffer.alloc(32, 7),
  id: 'chk_06ayx0rw7mf5w0h1y6k2v3c4d5',
  signedAt: Date.UTC(2026, 10, 21, 9, 30, 0, 5),
  previous: null,
};
const KEY_ID = '52b1c061';
const TEXT = `kontor/sandbox/0011aabbccdd
7
BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=
id chk_06ayx0rw7mf5w0h1y6k2v3c4d5
signed-at 2026-11-21T09:30:00.005Z
previous none
`;

describe('a checkpoint', () => {
  const signer = logSigner(ORIGIN, KEY);

  test('has the expected bytes', () => {
    expect(formatCheckpoint(CHECKPOINT)).toBe(TEXT);
    expect(formatCheckpoint({ ...CHECKPOINT, previous: 'chk_x' })).toContain('\nprevious chk_x\n');
  });

  test('has the key id that the specification of signed notes defines', () => {
    // First four bytes of SHA-256 over "kontor/sandbox/0011aabbccdd", LF, 01 and the public key.
    expect(signer.keyId).toBe(KEY_ID);
    expect(signer.verifierKey).toBe(
      `${ORIGIN}+${KEY_ID}+${Buffer.from(
        '01d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        'hex',
      ).toString('base64')}`,
    );
  });

  test('is signed as a note: text, empty line, dash, name, key id with signature', () => {
    const signature = signer.sign(TEXT);
    const note = formatSignedNote(TEXT, signer.keyId, signature);
    const [text = '', line = ''] = note.split('\n\n');
    expect(`${text}\n`).toBe(TEXT);
    const [dash, name, encodedSignature = ''] = line.trimEnd().split(' ');
    expect([dash, name]).toEqual(['\u2014', ORIGIN]);
    expect(note.endsWith('\n')).toBe(true);
    const bytes = Buffer.from(encodedSignature, 'base64');
    expect(bytes.subarray(0, 4).toString('hex')).toBe(KEY_ID);
    expect(verify(null, Buffer.from(TEXT), createPublicKey(KEY), bytes.subarray(4))).toBe(true);
  });

  test('is verified by its key and by no other key', () => {
    const signature = signer.sign(TEXT);
    expect(isSignedBy(signer.verifierKey, TEXT, signature)).toBe(true);
    expect(isSignedBy(signer.verifierKey, TEXT.replace('7\n', '8\n'), signature)).toBe(false);
    const otherSigner = logSigner(ORIGIN, generateKeyPairSync('ed25519').privateKey);
    expect(isSignedBy(otherSigner.verifierKey, TEXT, signature)).toBe(false);
    const keyOfOtherName = signer.verifierKey.replace('sandbox', 'production');
    expect(isSignedBy(keyOfOtherName, TEXT, signature)).toBe(false);
    for (const badKeyText of ['', 'a', 'a+b+c', `${ORIGIN}+${KEY_ID}+AA==`]) {
      expect(isSignedBy(badKeyText, TEXT, signature)).toBe(false);
    }
  });

  test('is signed with Ed25519 only', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => logSigner(ORIGIN, privateKey)).toThrow('Ed25519');
  });
});
