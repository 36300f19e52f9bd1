// The key of a log is created once, is readable only by its owner, and is not replaced without the
// approval of two people.

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

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'kontor-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' });

test('the key of a log is made at the first start and kept, one for each environment', () => {
  const path = join(makeFolder(), 'not-there-yet');
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
  const logSignedWith = (key: KeyObject) => {
    return { wasSigned: true, knows: (item: KeyObject) => toPem(item) === toPem(key) };
  };
  const optionsFor = (path: string, agreedAt: number | null = null) => {
    return { folder: path, ledger: 'sandbox', agreedAt };
  };

  test.each(['', 'half a file', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQY'])(
    'counts as missing, and does not end the bank, when its file is damaged: %j',
    (content) => {
      const path = makeFolder();
      const { key } = chooseLogKey(optionsFor(path), UNSIGNED_LOG);
      const file = join(path, 'sandbox-log-key.pem');
      writeFileSync(file, content);
      for (const log of [UNSIGNED_LOG, logSignedWith(key)]) {
        expect(() => chooseLogKey(optionsFor(path), log)).toThrow(LogKeyMissing);
        expect(() => chooseLogKey(optionsFor(path), log)).toThrow(file);
      }
      // No new key is created, because the owner may still have the lost one.
      expect(readFileSync(file, 'utf8')).toBe(content);
      expect(chooseLogKey(optionsFor(path, Date.now()), logSignedWith(key)).isRotated).toBe(true);
    },
  );

  test('is neither created again nor exchanged without the approval of two people', () => {
    const path = makeFolder();
    const { key } = chooseLogKey(optionsFor(path), UNSIGNED_LOG);
    const log = logSignedWith(key);
    expect(chooseLogKey(optionsFor(path), log)).toMatchObject({ isNew: false, isRotated: false });
    rmSync(join(path, 'sandbox-log-key.pem'));
    expect(() => chooseLogKey(optionsFor(path), log)).toThrow(LogKeyMissing);
    expect(() => chooseLogKey(optionsFor(path), log)).toThrow('/v1/ops/log-key/rotate');
    expect(readdirSync(path)).toEqual([]);
    openLogKey(path, 'sandbox');
    expect(() => chooseLogKey(optionsFor(path), log)).toThrow('never signed with the key');
    expect(() => chooseLogKey(optionsFor(path), log)).toThrow(LogKeyMissing);
  });

  test('is replaced after the approval of two people, and the old key is kept', () => {
    const path = makeFolder();
    const { key } = chooseLogKey(optionsFor(path), UNSIGNED_LOG);
    const agreedAt = Date.parse('2026-11-23T12:00:00Z');
    const newKey = chooseLogKey(optionsFor(path, agreedAt), logSignedWith(key));
    expect(newKey).toMatchObject({ isNew: true, isRotated: true });
    expect(toPem(newKey.key)).not.toBe(toPem(key));
    const keptName = 'sandbox-log-key.pem.until-2026-11-23T120000.000Z';
    expect(readdirSync(path).sort()).toEqual(['sandbox-log-key.pem', keptName]);
    expect(readFileSync(join(path, keptName), 'utf8')).toBe(toPem(key));
    // A start that ended before it recorded the rotation continues with the same new key.
    const secondKey = chooseLogKey(optionsFor(path, agreedAt), logSignedWith(key));
    expect(toPem(secondKey.key)).toBe(toPem(newKey.key));
    // The same holds for a start that signed with the new key before it ended: the kept file is
    // unchanged.
    const logSignedWithBoth = {
      wasSigned: true,
      knows: (item: KeyObject) => [toPem(key), toPem(newKey.key)].includes(toPem(item)),
    };
    expect(toPem(chooseLogKey(optionsFor(path, agreedAt), logSignedWithBoth).key)).toBe(
      toPem(newKey.key),
    );
    expect(readFileSync(join(path, keptName), 'utf8')).toBe(toPem(key));
    // The same holds for a start that was killed between keeping and removing the earlier key.
    rmSync(join(path, 'sandbox-log-key.pem'));
    linkSync(join(path, keptName), join(path, 'sandbox-log-key.pem'));
    const thirdKey = chooseLogKey(optionsFor(path, agreedAt), logSignedWithBoth);
    expect(thirdKey.isNew).toBe(true);
    expect(readFileSync(join(path, keptName), 'utf8')).toBe(toPem(key));
  });

  test('that somebody exchanged is replaced by a new key after the approval, not by the planted key', () => {
    const path = makeFolder();
    const { key } = chooseLogKey(optionsFor(path), UNSIGNED_LOG);
    rmSync(join(path, 'sandbox-log-key.pem'));
    const { key: plantedKey } = openLogKey(path, 'sandbox');
    const newKey = chooseLogKey(optionsFor(path, 1), logSignedWith(key));
    expect(newKey).toMatchObject({ isNew: true, isRotated: true });
    expect(toPem(newKey.key)).not.toBe(toPem(plantedKey));
  });

  test('that is lost is replaced by a new key after the approval of two people', () => {
    const path = makeFolder();
    const { key } = chooseLogKey(optionsFor(path), UNSIGNED_LOG);
    rmSync(join(path, 'sandbox-log-key.pem'));
    const newKey = chooseLogKey(optionsFor(path, 1), logSignedWith(key));
    expect(newKey).toMatchObject({ isNew: true, isRotated: true });
    expect(readdirSync(path)).toEqual(['sandbox-log-key.pem']);
  });
});

test('a log key is readable by its owner alone', () => {
  const path = makeFolder();
  openLogKey(path, 'sandbox');
  expect(statSync(join(path, 'sandbox-log-key.pem')).mode & 0o777).toBe(0o600);
});

test.each([
  ['empty', ''],
  ['a text', 'not a key'],
  [
    'a public key',
    String(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })),
  ],
  [
    'a key of another kind',
    String(toPem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)),
  ],
])(
  'a file of a log key that is %s stops the start, and the error names the file',
  (_label, content) => {
    const path = makeFolder();
    const file = join(path, 'sandbox-log-key.pem');
    writeFileSync(file, content);
    chmodSync(file, 0o600);
    expect(() => openLogKey(path, 'sandbox')).toThrow(file);
  },
);
