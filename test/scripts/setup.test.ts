import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyStale } from '../../scripts/setup.mjs';
import { temporaryFolder } from './harness.ts';

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>;

const WANTED: Packages = {
  '': { version: '0.1.0' },
  'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};

async function projectWith(present: Packages | null): Promise<string> {
  const root = await temporaryFolder();
  await mkdir(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
  if (present) {
    const file = join(root, 'node_modules', '.package-lock.json');
    writeFileSync(file, JSON.stringify({ packages: present }));
  }
  return root;
}

test('packages that match the lock file are left alone, whatever the dates of the files', async () => {
  const root = await projectWith({ 'node_modules/hono': WANTED['node_modules/hono'] ?? {} });
  // A clone or a change of branch makes the lock file the newer one.
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
  expect(whyStale(root)).toBeNull();
});

test('an installation that is missing or was interrupted is made again', async () => {
  expect(whyStale(await projectWith(null))).toBe('the packages are not installed');
});

test.each<[string, Packages]>([
  ['of another version', { 'node_modules/hono': { version: '3.9.0', integrity: 'sha512-a' } }],
  ['with other contents', { 'node_modules/hono': { version: '4.0.0', integrity: 'sha512-z' } }],
  ['that is missing', {}],
])('a package %s is noticed by name', async (_, present) => {
  expect(whyStale(await projectWith(present))).toContain('node_modules/hono');
});
