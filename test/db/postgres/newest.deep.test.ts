// Runs the suites of this folder on the newest version of PostgreSQL. Every other run uses Debian's
// version, which is the oldest supported one.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findServerUser } from '../../../scripts/run/postgres-server.ts';
import { ROOT } from '../../kit/cluster/cluster.ts';
import {
  findNewestPostgresFault,
  newestPostgresFolder,
} from '../../kit/cluster/newest-postgres.ts';

const FOLDER = 'test/db/postgres';
const newestMissing = findNewestPostgresFault();
if (newestMissing !== null)
  console.warn(`NOT RUN: the newest version of PostgreSQL: ${newestMissing}`);

test.skipIf(newestMissing !== null)(
  'the ledger keeps its contract on the newest version of PostgreSQL as on the oldest one',
  () => {
    const bin = newestPostgresFolder();
    const version = spawnSync(join(bin, 'postgres'), ['--version'], {
      ...findServerUser(),
      encoding: 'utf8',
    });
    expect(version.stdout).toMatch(/ 18\./);
    const files = readdirSync(join(ROOT, FOLDER)).filter((name) => /^[\w-]+\.test\.ts$/.test(name));
    expect(files.length).toBeGreaterThan(10);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '--maxWorkers=1', ...files.map((name) => join(FOLDER, name))],
      ],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, TEST_POSTGRES: bin, TEST_TIER: '', NO_COLOR: '1' },
      },
    );
    const text = `${stdout}\n${stderr}`;
    console.warn(`${version.stdout.trim()}: ${/^ *Tests .*$/m.exec(stdout)?.[0]?.trim() ?? text}`);
    expect(status, text.slice(-8_000)).toBe(0);
    // No suite may be skipped, except the one about TLS: the build from PyPI does not support it.
    const skipMessages = text.match(/NOT RUN: .*|the suites on PostgreSQL are skipped.*/g) ?? [];
    expect(skipMessages.filter((line) => !line.endsWith('built without TLS'))).toEqual([]);
  },
  1_800_000,
);
