// Networks that hide the origin of a request: an address is looked up in the ranges of a dated
// file, and a file of any other form is refused.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createNetworks,
  NETWORK_SCHEMA,
  openNetworks,
  parseRange,
} from '../../ai/risk/networks.ts';

const dir = mkdtempSync(join(tmpdir(), 'kontor-networks-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const source = { source: 'a test', licence: 'own', asOf: '2026-11-23', sha256: '0'.repeat(64) };
const tor = { ...source, code: 'tor' as const, ranges: ['185.220.101.1', '2001:db8:1::/48'] };
const hosting = {
  ...source,
  code: 'hosting' as const,
  ranges: ['185.220.101.0/25', '185.220.101.128/25', '203.0.113.0/24'],
};

describe('a network address', () => {
  const networks = createNetworks([hosting, tor]);
  test.each([
    ['185.220.101.1', 'tor'],
    ['185.220.101.0', 'hosting'],
    ['185.220.101.255', 'hosting'],
    ['185.220.102.0', null],
    ['::ffff:203.0.113.9', 'hosting'],
    ['203.0.112.255', null],
    ['2001:db8:1:ffff::1', 'tor'],
    ['2001:db8:2::', null],
    ['nobody', null],
  ])('%s is in %s', (address, kind) => {
    expect(networks.findKind(address)).toBe(kind);
  });
});

test.each([
  '',
  'x',
  '1.2.3',
  '1.2.3.4/33',
  '1.2.3.4/x',
  '0.0.0.0/0',
  '10.0.0.0/7',
  '::/0',
  '1.2.3.4/8/8',
])('the range "%s" is refused', (range) => {
  expect(() => parseRange(range)).toThrow('expected');
});

describe('a file of address lists', () => {
  const out = join(dir, 'networks.json');
  const make = (text: string, ...otherLines: string[]) => {
    const original = join(dir, 'exits.txt');
    writeFileSync(original, text);
    const input = ['scripts/import-networks.ts', '--tor', original, '--out', out, ...otherLines];
    return execFileSync(process.execPath, input, { encoding: 'utf8', stdio: 'pipe' });
  };

  test("is made from the operator's downloads, with source, licence and date", () => {
    const text = make(
      '# exits\n185.220.101.1\n\n185.220.101.1\n2001:db8:1::/48 # one\n',
      '--as-of',
      '2026-11-23',
      '--source',
      'The publisher',
      '--licence',
      'CC0',
    );
    expect(text).toContain('tor: 2 ranges as of 2026-11-23');
    const networks = openNetworks(out);
    expect(networks?.lists).toMatchObject([
      { code: 'tor', source: 'The publisher', licence: 'CC0', asOf: '2026-11-23' },
    ]);
    expect(networks?.findKind('185.220.101.1')).toBe('tor');
  });

  test('cannot be created from an invalid address, or without a date', () => {
    rmSync(out, { force: true });
    expect(() => make('1.2.3.4\nhello\n', '--as-of', '2026-11-23')).toThrow('line 2');
    expect(() => make('1.2.3.4\n')).toThrow();
    expect(existsSync(out)).toBe(false);
  });

  test('with a wrong format stops the start; without a file no address is looked up', () => {
    writeFileSync(out, '{"lists":[]}');
    expect(() => openNetworks(out)).toThrow(`expected ${NETWORK_SCHEMA}`);
    expect(() => openNetworks(join(dir, 'absent'))).toThrow('KONTOR_NETWORK_LISTS');
    expect(openNetworks(null)).toBeNull();
    expect(readFileSync(out, 'utf8')).toBe('{"lists":[]}');
  });
});
