// The key of a log is created once, readable only by its owner, and never read from another file.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LogKeyMissing, openLogKey } from '../../chain/log-key.ts';
import { chooseLogKey } from '../../chain/log-key-rotation.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'kontor-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' });

test('the key of a log is made at the first start and kept, one for each environment', () => {
  const path = join(folder(), 'not-there-yet');
  const first = openLogKey(path, 'sandbox');
  expect(first.isNew).toBe(true);
  const secondKey = openLogKey(path, 'sandbox');
  expect(secondKey.isNew).toBe(false);
  expect(toPem(secondKey.key)).toBe(toPem(first.key));
  expect(toPem(openLogKey(path, 'production').key)).not.toBe(toPem(first.key));
  expect(readdirSync(path).sort()).toEqual(['production-log-key.pem', 'sandbox-log-key.pem']);
});

describe('the key of a log that is already signed', () => {
  const UNSIGNED_LOG = { wasSigned: false, knows: () => false };
  const signatureOf = (key: KeyObject) => {
    return { wasSigned: true, knows: (item: KeyObject) => toPem(item) === toPem(key) };
  };
  const place = (path: string, agreedAt: number | null = null) => {
    return { folder: path, ledger: 'sandbox', agreedAt };
  };

  test.each(['', 'half a file', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQY'])(
    'is missing, and no reason to end the bank, when its file is damaged: %j',
    (remaining) => {
      const path = folder();
      const { key } = chooseLogKey(place(path), UNSIGNED_LOG);
      const file = join(path, 'sandbox-log-key.pem');
      writeFileSync(file, remaining);
      for (const log of [UNSIGNED_LOG, signatureOf(key)]) {
        expect(() => chooseLogKey(place(path), log)).toThrow(LogKeyMissing);
        expect(() => chooseLogKey(place(path), log)).toThrow(file);
      }
      // No new key is created, because the owner may still have the lost one.
      expect(readFileSync(file, 'utf8')).toBe(remaining);
      expect(chooseLogKey(place(path, Date.now()), signatureOf(key)).isRotated).toBe(true);
    },
  );

  test('is neither remade nor exchanged without the approval of two people', () => {
    const path = folder();
    const { key } = chooseLogKey(place(path), UNSIGNED_LOG);
    const log = signatureOf(key);
    expect(chooseLogKey(place(path), log)).toMatchObject({ isNew: false, isRotated: false });
    rmSync(join(path, 'sandbox-log-key.pem'));
    expect(() => chooseLogKey(place(path), log)).toThrow(LogKeyMissing);
    expect(() => chooseLogKey(place(path), log)).toThrow('/v1/ops/log-key/rotate');
    expect(readdirSync(path)).toEqual([]);
    openLogKey(path, 'sandbox');
    expect(() => chooseLogKey(place(path), log)).toThrow('never signed with the key');
    expect(() => chooseLogKey(place(path), log)).toThrow(LogKeyMissing);
  });

  test('is replaced after the approval of two people, and the old key is kept', () => {
    const path = folder();
    const { key } = chooseLogKey(place(path), UNSIGNED_LOG);
    const agreed = Date.parse('2026-11-23T12:00:00Z');
    const next = chooseLogKey(place(path, agreed), signatureOf(key));
    expect(next).toMatchObject({ isNew: true, isRotated: true });
    expect(toPem(next.key)).not.toBe(toPem(key));
    const stored = 'sandbox-log-key.pem.until-2026-11-23T120000.000Z';
    expect(readdirSync(path).sort()).toEqual(['sandbox-log-key.pem', stored]);
    expect(readFileSync(join(path, stored), 'utf8')).toBe(toPem(key));
    // A start that ended before it recorded the rotation continues with the same new key.
    const secondKey = chooseLogKey(place(path, agreed), signatureOf(key));
    expect(toPem(secondKey.key)).toBe(toPem(next.key));
    // The same holds for a start that signed with the new key before it ended: the kept file is
    // unchanged.
    const keyPolicy = {
      wasSigned: true,
      knows: (item: KeyObject) => [toPem(key), toPem(next.key)].includes(toPem(item)),
    };
    expect(toPem(chooseLogKey(place(path, agreed), keyPolicy).key)).toBe(toPem(next.key));
    expect(readFileSync(join(path, stored), 'utf8')).toBe(toPem(key));
    // The same holds for a start that was killed between keeping and removing the earlier key.
    rmSync(join(path, 'sandbox-log-key.pem'));
    linkSync(join(path, stored), join(path, 'sandbox-log-key.pem'));
    const third = chooseLogKey(place(path, agreed), keyPolicy);
    expect(third.isNew).toBe(true);
    expect(readFileSync(join(path, stored), 'utf8')).toBe(toPem(key));
  });

  test('exchanged for a planted key is replaced by a fresh key, even after the approval', () => {
    const path = folder();
    const { key } = chooseLogKey(place(path), UNSIGNED_LOG);
    rmSync(join(path, 'sandbox-log-key.pem'));
    const { key: planted } = openLogKey(path, 'sandbox');
    const next = chooseLogKey(place(path, 1), signatureOf(key));
    expect(next).toMatchObject({ isNew: true, isRotated: true });
    expect(toPem(next.key)).not.toBe(toPem(planted));
  });

  test('that is lost is replaced by a new key after the approval of two people', () => {
    const path = folder();
    const { key } = chooseLogKey(place(path), UNSIGNED_LOG);
    rmSync(join(path, 'sandbox-log-key.pem'));
    const next = chooseLogKey(place(path, 1), signatureOf(key));
    expect(next).toMatchObject({ isNew: true, isRotated: true });
    expect(readdirSync(path)).toEqual(['sandbox-log-key.pem']);
  });
});

test('a log key is readable by its owner alone', () => {
  const path = folder();
  openLogKey(path, 'sandbox');
  expect(statSync(join(path, 'sandbox-log-key.pem')).mode & 0o777).toBe(0o600);
});

test.each([
  ['nothing', ''],
  ['text', 'not a key'],
  [
    'a public key',
    String(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })),
  ],
  [
    'a key of another kind',
    String(toPem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
  ],
])('a log key that is %s stops the start with the name of the file', (_label, content) => {
  const path = folder();
  const file = join(path, 'sandbox-log-key.pem');
  writeFileSync(file, content);
  chmodSync(file, 0o600);
  expect(() => openLogKey(path, 'sandbox')).toThrow(file);
});
