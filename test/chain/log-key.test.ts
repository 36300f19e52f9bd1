// The key of a log: made once, kept for its owner alone, and never taken from a file that is
// something else.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LogKeyMissing, openLogKey } from '../../chain/log-key.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'kontor-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const pem = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' });

test('is made at the first start and the same ever after, one for each environment', () => {
  const path = join(folder(), 'not-there-yet');
  const first = openLogKey(path, 'sandbox');
  expect(first.isNew).toBe(true);
  const again = openLogKey(path, 'sandbox');
  expect(again.isNew).toBe(false);
  expect(pem(again.key)).toBe(pem(first.key));
  expect(pem(openLogKey(path, 'production').key)).not.toBe(pem(first.key));
  expect(readdirSync(path).sort()).toEqual(['production-log-key.pem', 'sandbox-log-key.pem']);
});

test('is not made anew for a log that was signed before, unless told so', () => {
  const path = folder();
  expect(() => openLogKey(path, 'sandbox', false)).toThrow('KONTOR_LOG_KEY_ROTATE=1');
  expect(() => openLogKey(path, 'sandbox', false)).toThrow(LogKeyMissing);
  expect(readdirSync(path)).toEqual([]);
  const { key } = openLogKey(path, 'sandbox', true);
  expect(pem(openLogKey(path, 'sandbox', false).key)).toBe(pem(key));
});

test('is readable by its owner alone', () => {
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
    String(pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
  ],
])('that is %s stops the start with the name of the file', (_what, content) => {
  const path = folder();
  const file = join(path, 'sandbox-log-key.pem');
  writeFileSync(file, content);
  chmodSync(file, 0o600);
  expect(() => openLogKey(path, 'sandbox')).toThrow(file);
});
