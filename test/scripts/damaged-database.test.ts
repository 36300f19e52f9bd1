// With a database that is damaged, or of another version of the bank, the start and `npm run verify`
// end with one line and code 78.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { putNewDatabases } from '../kit/bank/new-databases.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { cleanEnvironment, temporaryFolder } from './harness.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function run(script: string, dataDir: string) {
  const ended = spawnSync(process.execPath, [script], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), KONTOR_DATA_DIR: dataDir, KONTOR_LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  });
  return { code: ended.status, lines: ended.stderr.trim().split('\n') };
}

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'is another file': (file) => writeFileSync(file, 'no database at all\n'.repeat(100)),
  'was cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
  'has a page of zeros': (file) => {
    const handle = openSync(file, 'r+');
    for (let page = 2; page < 40; page++)
      writeSync(handle, Buffer.alloc(4096), 0, 4096, page * 4096);
    closeSync(handle);
  },
};

for (const [index, [name, damage]] of Object.entries(DAMAGES).entries()) {
  // The damage that is hardest to detect is tested in each run, the others in the deep tier.
  test.runIf(isDeep || index === 2)(
    `a ledger that ${name} ends start and verify with one line and code 78`,
    async () => {
      const dataDir = await temporaryFolder();
      putNewDatabases(dataDir);
      damage(join(dataDir, 'production.db'));
      for (const script of ['bank/server.ts', 'scripts/verify.ts']) {
        const { code, lines } = run(script, dataDir);
        expect([code, lines.length], lines.join('\n')).toEqual([78, 1]);
        expect(lines[0]).toMatch(/^kontor: .+production\.db is damaged \(.+\): restore it/);
      }
    },
  );
}

test('an emptied file ends verify with one line and code 78', async () => {
  const dataDir = await temporaryFolder();
  putNewDatabases(dataDir);
  for (const name of ['platform', 'production']) {
    truncateSync(join(dataDir, `${name}.db`), 0);
    const { code, lines } = run('scripts/verify.ts', dataDir);
    expect([code, lines.length], lines.join('\n')).toEqual([78, 1]);
    expect(lines[0]).toContain(`${name}.db has no tables: start the bank once, or restore it`);
  }
});

test('a file of an unreleased version ends start and verify with one line and code 78', async () => {
  const dataDir = await temporaryFolder();
  putNewDatabases(dataDir);
  const raw = new BetterSqlite3(join(dataDir, 'platform.db'));
  raw.exec("UPDATE __drizzle_migrations SET hash = 'of an unreleased version'");
  raw.close();
  for (const script of ['bank/server.ts', 'scripts/verify.ts']) {
    const { code, lines } = run(script, dataDir);
    expect([code, lines.length], lines.join('\n')).toEqual([78, 1]);
    expect(lines[0]).toMatch(/^kontor: .+platform\.db was made by an unreleased version/);
  }
});
