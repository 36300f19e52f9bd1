// A sealed secret opens only with its key, in its context and unchanged.

import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSeal, requireKey, SealError, sealKeyOf } from '../../../db/kernel/seal.ts';
import { temporaryFolder } from '../ledger-file.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const seal = openSeal(keyOf(1), '/nowhere');

describe('a sealed secret', () => {
  test('opens to its original text, and names its key', () => {
    const sealed = seal.seal('whsec_Grüße', 'webhook/wh_1');
    expect(seal.open(sealed, 'webhook/wh_1')).toBe('whsec_Grüße');
    expect(sealKeyOf(sealed)).toBe(seal.keyId);
    expect(sealed).not.toContain('whsec');
  });

  test('differs each time, so that equal secrets do not look equal', () => {
    expect(seal.seal('x', 'c')).not.toBe(seal.seal('x', 'c'));
  });

  test('does not open with another key, and names the required key, not its value', () => {
    const sealed = seal.seal('x', 'c');
    const other = openSeal(keyOf(2), '/nowhere');
    expect(() => other.open(sealed, 'c')).toThrow(SealError);
    expect(() => other.open(sealed, 'c')).toThrow(seal.keyId);
    expect(() => other.open(sealed, 'c')).toThrow('KONTOR_PAYLOAD_KEY');
    expect(() => other.open(sealed, 'c')).not.toThrow(keyOf(2));
    // Even when it names that other key.
    const [version, , text] = sealed.split('.');
    expect(() => other.open(`${version}.${other.keyId}.${text}`, 'c')).toThrow(SealError);
  });

  test('does not open in the place of another secret', () => {
    expect(() => seal.open(seal.seal('x', 'webhook/wh_1'), 'webhook/wh_2')).toThrow(SealError);
  });

  test('does not open when any bit of it is changed or cut off', () => {
    const sealed = seal.seal('secret', 'c');
    const start = sealed.lastIndexOf('.') + 1;
    const bytes = Buffer.from(sealed.slice(start), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const text = sealed.slice(0, start) + changed.toString('base64url');
      expect(() => seal.open(text, 'c'), String(index)).toThrow(SealError);
    }
    for (const text of [
      '',
      'v1',
      'v2.x.y',
      sealed.slice(0, -1),
      sealed.slice(0, start),
      'x'.repeat(99),
    ]) {
      expect(() => seal.open(text, 'c'), text).toThrow(SealError);
    }
  });
});

describe('the sealing key', () => {
  test('is made once, readable by its owner alone, and read again', () => {
    const file = join(temporaryFolder(), 'sub', 'payload.key');
    const seal = openSeal(null, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const reopenedSeal = openSeal(null, file);
    expect(reopenedSeal.keyId).toBe(seal.keyId);
    expect(reopenedSeal.open(seal.seal('x', 'c'), 'c')).toBe('x');
    expect(readFileSync(file, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
  });

  test('of the settings takes precedence over the key file', () => {
    const file = join(temporaryFolder(), 'payload.key');
    openSeal(null, file);
    expect(openSeal(keyOf(1), file).keyId).toBe(seal.keyId);
  });

  test.each([
    ['empty', ''],
    ['too short', Buffer.alloc(31).toString('base64')],
    ['not base64', 'x'.repeat(44)],
  ])('in a file that is %s stops the start', (_, text) => {
    const file = join(temporaryFolder(), 'payload.key');
    writeFileSync(file, text, { mode: 0o600 });
    expect(() => openSeal(null, file)).toThrow(SealError);
  });

  test('in a file that others can read stops the start', () => {
    const file = join(temporaryFolder(), 'payload.key');
    openSeal(null, file);
    chmodSync(file, 0o640);
    expect(() => openSeal(null, file)).toThrow('chmod 600');
  });

  test('that is missing is not replaced when sealed data already exist', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'payload.key');
    expect(() => openSeal(null, file, ['abc'])).toThrow('is missing');
    expect(readdirSync(folder)).toEqual([]);
    expect(openSeal(keyOf(1), file, ['abc']).keyId).toBe(seal.keyId);
  });

  test('must be the key that sealed the stored data', () => {
    expect(() => requireKey(seal, [])).not.toThrow();
    expect(() => requireKey(seal, [seal.keyId])).not.toThrow();
    expect(() => requireKey(seal, [seal.keyId, 'other'])).toThrow('sealed with key other');
  });
});
