import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMissing } from '../../scripts/complete-lock.mjs';
import { packagesFault } from '../../scripts/setup.mjs';
import { temporaryFolder } from './harness.ts';

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>;

const LOCKED_PACKAGES: Packages = {
  '': { version: '0.1.0' },
  'node_modules/hono': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};

async function projectWith(present: Packages | null): Promise<string> {
  const root = await temporaryFolder();
  await mkdir(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED_PACKAGES }));
  if (present) {
    const file = join(root, 'node_modules', '.package-lock.json');
    writeFileSync(file, JSON.stringify({ packages: present }));
  }
  return root;
}

test('packages that match the lock file are left alone, whatever their dates', async () => {
  const root = await projectWith({
    'node_modules/hono': LOCKED_PACKAGES['node_modules/hono'] ?? {},
  });
  // After a clone or a change of branch the lock file is newer than the packages.
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED_PACKAGES }));
  expect(packagesFault(root)).toBeNull();
});

test('a missing or interrupted installation is repeated', async () => {
  expect(packagesFault(await projectWith(null))).toBe('the packages are not installed');
});

test.each<[string, Packages]>([
  ['of another version', { 'node_modules/hono': { version: '3.9.0', integrity: 'sha512-a' } }],
  ['with other contents', { 'node_modules/hono': { version: '4.0.0', integrity: 'sha512-z' } }],
  ['that is missing', {}],
])('a package %s is reported by name', async (_, present) => {
  expect(packagesFault(await projectWith(present))).toContain('node_modules/hono');
});

test('a package for another platform that is absent from the lock gets its exact entry', () => {
  const tool = { version: '2.0.0', dev: true, optionalDependencies: {} };
  const packages = {
    'node_modules/tool': {
      ...tool,
      optionalDependencies: {
        'tool-linux-x64': '2.0.0',
        'tool-linux-arm64-musl': '2.0.0',
        'tool-darwin-arm64': '2.0.0',
        'of-its-own': '1.0.0',
        'a-range': '^3.0.0',
      },
    },
    'node_modules/tool-linux-x64': { version: '2.0.0' },
    'node_modules/tool/node_modules/of-its-own': { version: '1.0.0' },
  };
  const musl = { cpu: ['arm64'], dev: true, libc: ['musl'], optional: true, os: ['linux'] };
  expect(findMissing(packages)).toEqual({
    'node_modules/tool-linux-arm64-musl': { version: '2.0.0', ...musl },
    'node_modules/tool-darwin-arm64': {
      version: '2.0.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
  });
});

test('the lock file is complete, so that npm ci accepts it; else run scripts/complete-lock.mjs', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  expect(Object.keys(findMissing(JSON.parse(lock).packages))).toEqual([]);
});
