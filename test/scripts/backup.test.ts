// A backup of a bank under load is complete and balanced, and has every payment that was answered
// before it. A backup that was changed or truncated is refused, and a killed backup leaves none.

import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { restoreBackup } from '../../bank/backup/restore.ts';
import { takeBackup } from '../../bank/backup/take.ts';
import { BackupFault, openVault } from '../../bank/backup/vault.ts';
import { signCheckpoint } from '../../db/log/checkpoints.ts';
import { openAccounts, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { skipsOnPostgres } from '../kit/bank/postgres.ts';
import { trustPayments } from '../kit/models/deployments.ts';
import { isDeep } from '../kit/suite/tier.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = Buffer.alloc(32, 5).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 6).toString('base64');

interface ProcessResult {
  readonly code: number | null;
  readonly output: string;
}

function run(script: string, args: readonly string[], env: object = {}): Promise<ProcessResult> {
  const options = { cwd: ROOT, env: { ...process.env, KONTOR_DATA_DIR: '', ...env } };
  return new Promise((resolve) => {
    const node = [`scripts/${script}.ts`, ...args];
    execFile(process.execPath, node, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: stdout + stderr });
    });
  });
}

let folder: string;
let bank: TestBank;
let key: string;
let accountIds: string[];
const pathOf = (name: string) => join(folder, name);
const backup = (name: string, env = {}, ...args: string[]) =>
  run('backup', ['--to', pathOf(name), '--data', bank.dataDir, ...args], env);
const restore = (from: string, to: string, env = {}, ...args: string[]) =>
  run('restore', ['--from', pathOf(from), '--data', pathOf(to), ...args], env);

/** Pays one cent repeatedly; returns the ids of the answered payments. */
function payOn() {
  const paid: string[] = [];
  let isOver = false;
  const [sourceAccountId, destinationAccountId] = accountIds;
  const facts = { type: 'transfer', amount: 1, currency: 'EUR' };
  const body = { ...facts, sourceAccountId, destinationAccountId };
  const loop = async () => {
    while (!isOver) {
      const answer = await bank.call('/v1/transactions', { key, body });
      if (answer.status === 201) paid.push(answer.body.id);
    }
  };
  const allLoops = Promise.all([loop(), loop(), loop()]);
  return {
    paid,
    async stop() {
      isOver = true;
      await allLoops;
    },
  };
}

/** On PostgreSQL rows are backed up with PostgreSQL's programs (docs/operate/runbook.md). */
const isSkipped = skipsOnPostgres('npm run backup, which copies the files of SQLite');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-backup-'));
  bank = await openTestBank();
  key = (await register(bank)).key;
  accountIds = (await openAccounts(bank, key, [100_000, 0])).accountIds;
  await trustPayments(bank, key);
  await bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(isSkipped)('a backup', () => {
  test('of a bank under load is restored completely, with every answered payment', async () => {
    const load = payOn();
    while (load.paid.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = [...load.paid];
    const created = await backup('loaded', {}, '--with-keys');
    await load.stop();
    expect(created).toMatchObject({
      code: 0,
      output: expect.stringContaining('KEYS IN THE CLEAR'),
    });
    expect(created.output).toMatch(/sandbox: the log is signed up to leaf \d+/);
    expect(load.paid.length).toBeGreaterThan(before.length);
    const manifest = JSON.parse(readFileSync(pathOf('loaded/manifest.json'), 'utf8'));
    const paths = manifest.files.map(({ path }: { path: string }) => path);
    const needed = ['sandbox.db', 'production.db', 'platform.db', 'audit.head', 'payload.key'];
    expect(paths).toEqual(expect.arrayContaining([...needed, 'sandbox-log-key.pem']));
    expect(paths.some((path: string) => /^models\/.+\.onnx/.test(path))).toBe(true);
    expect(manifest.logs.sandbox.rootHash).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(pathOf('loaded')).mode & 0o077).toBe(0);

    const restored = await restore('loaded', 'again');
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('books balance') });
    const second = await openTestBank({}, pathOf('again'));
    try {
      for (const id of before) {
        const answer = await second.call(`/v1/transactions/${id}`, { key });
        expect([answer.status, answer.body.status]).toEqual([200, 'posted']);
      }
      const balances = await Promise.all(
        accountIds.map((id) => second.call(`/v1/accounts/${id}/balance`, { key })),
      );
      const [from, to] = balances.map(({ body }) => body.posted ?? body.balance?.posted);
      expect(Number(from) + Number(to)).toBe(100_000);
      expect(Number(to)).toBeGreaterThanOrEqual(before.length);
      expect(Number(to)).toBeLessThanOrEqual(load.paid.length);
    } finally {
      await second.close();
    }
  });

  test('with a key reveals nothing without that key', async () => {
    const created = await backup('sealed', { KONTOR_BACKUP_KEY: KEY });
    expect(created).toMatchObject({ code: 0, output: expect.stringMatching(/, encrypted/) });
    const all = readdirSync(pathOf('sealed'), { recursive: true, encoding: 'utf8' });
    const files = all
      .map((name) => pathOf(join('sealed', name)))
      .filter((value) => statSync(value).isFile());
    for (const file of files) {
      const bytes = readFileSync(file);
      expect(bytes.includes('Ada Lovelace') || bytes.includes('SQLite format'), file).toBe(false);
    }
    const refused = [
      [{}, 'is encrypted with key'],
      [{ KONTOR_BACKUP_KEY: OTHER_KEY }, 'is encrypted with key'],
    ] as const;
    for (const [env, message] of refused) {
      const ended = await restore('sealed', 'none', env);
      expect(ended).toMatchObject({ code: 1, output: expect.stringContaining(message) });
      expect(existsSync(pathOf('none'))).toBe(false);
    }
    const ended = await restore('sealed', 'opened', { KONTOR_BACKUP_KEY: KEY });
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('books balance') });
  });

  test('without encryption has no keys, and a bank restored from it waits for them', async () => {
    const created = await backup('bare');
    expect(created).toMatchObject({ code: 0, output: expect.stringContaining('NOT ENCRYPTED') });
    expect(created.output).toMatch(/WITHOUT KEYS.*\n {2}payload\.key\n/s);
    const isKey = (name: string) => /payload\.key|-log-key\.pem/.test(name);
    const listKeys = (dir: string) => readdirSync(dir).filter(isKey).sort();
    expect(listKeys(pathOf('bare'))).toEqual([]);
    const payloadKey = readFileSync(join(bank.dataDir, 'payload.key'), 'utf8').trim();
    for (const name of readdirSync(pathOf('bare'), { recursive: true, encoding: 'utf8' })) {
      const file = pathOf(join('bare', name));
      if (statSync(file).isFile()) expect(readFileSync(file).includes(payloadKey)).toBe(false);
    }

    const restored = await restore('bare', 'keyless');
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('books balance') });
    const keys = listKeys(bank.dataDir);
    expect(keys).toContain('sandbox-log-key.pem');
    for (const name of keys) expect(restored.output).toContain(`\n  ${name}\n`);
    await expect(openTestBank({}, pathOf('keyless'))).rejects.toThrow('payload.key is missing');
    expect(existsSync(pathOf('keyless/payload.key'))).toBe(false);
    for (const name of keys) cpSync(join(bank.dataDir, name), pathOf(join('keyless', name)));
    const second = await openTestBank({}, pathOf('keyless'));
    try {
      expect((await second.call('/v1/accounts', { key })).body.data).toHaveLength(2);
    } finally {
      await second.close();
    }
  });

  test('is never written over another, nor restored over a bank', async () => {
    mkdirSync(pathOf('full'));
    writeFileSync(pathOf('full/note.txt'), 'mine');
    expect(await backup('full')).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists'),
    });
    const ended = await restore('loaded', 'full');
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    expect(readdirSync(pathOf('full'))).toEqual(['note.txt']);
    const env = { KONTOR_DATABASE_URL: 'postgres://127.0.0.1:1/bank' };
    const rows = await backup('rows', env);
    expect(rows).toMatchObject({ code: 1, output: expect.stringContaining('pg_dump') });
    const restored = await restore('loaded', 'none', env);
    expect(restored).toMatchObject({ code: 1, output: expect.stringContaining('pg_restore') });
  });
});

describe.skipIf(isSkipped)('an invalid backup', () => {
  const vault = openVault(KEY);
  const FAILS_NOWHERE = { verify: async () => {}, failPoint: () => {} };
  beforeAll(async () => {
    const { dataDir } = bank;
    const order = { dataDir, logKeyDir: null, to: pathOf('whole'), vault, withKeys: false };
    await takeBackup({ ...order, failPoint: () => {} });
  });

  const CHANGES: Readonly<Record<string, readonly [() => void, RegExp]>> = {
    'has another byte in a ledger': [
      () => {
        const bytes = readFileSync(pathOf('changed/sandbox.db'));
        bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
        writeFileSync(pathOf('changed/sandbox.db'), bytes);
      },
      /sandbox\.db is not the file that was backed up/,
    ],
    'lacks a file': [() => rmSync(pathOf('changed/platform.db')), /platform\.db is missing/],
    'has a file more': [
      () => writeFileSync(pathOf('changed/x.db'), ''),
      /x\.db is not in the manifest/,
    ],
    'has another manifest': [
      () => {
        const text = readFileSync(pathOf('changed/manifest.json'), 'utf8');
        writeFileSync(
          pathOf('changed/manifest.json'),
          text.replace('"madeAt": "20', '"madeAt": "19'),
        );
      },
      /was changed: it was not written with that key/,
    ],
    'lacks its manifest': [() => rmSync(pathOf('changed/manifest.json')), /it is no backup/],
  };

  test.each(Object.entries(CHANGES))(
    '%s: it is refused, and nothing is restored',
    async (_, [change, message]) => {
      rmSync(pathOf('changed'), { recursive: true, force: true });
      cpSync(pathOf('whole'), pathOf('changed'), { recursive: true });
      change();
      const order = { from: pathOf('changed'), dataDir: pathOf('none'), pinned: null, vault };
      const refused = await restoreBackup({ ...order, ...FAILS_NOWHERE }).catch((error) => error);
      expect(refused).toBeInstanceOf(BackupFault);
      expect(refused.message).toMatch(message);
      expect(existsSync(pathOf('none'))).toBe(false);
    },
  );

  test('differs from the expected SHA-256', async () => {
    const ended = await restore('loaded', 'none', {}, '--sha256', '0'.repeat(64));
    expect(ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not have that SHA-256'),
    });
  });
});

describe.skipIf(isSkipped)('a backup that is an hour old', () => {
  const hourAgo = new Date(Date.now() - 3_600_000);

  test('is checked as of its own time: a transaction without a workflow at that time is not stuck', async () => {
    cpSync(pathOf('loaded'), pathOf('old'), { recursive: true });
    const db = new BetterSqlite3(pathOf('old/sandbox.db'));
    const { changes } = db
      .prepare('UPDATE transactions SET workflow_started_at = NULL, updated_at = ?')
      .run(hourAgo.getTime());
    db.close();
    expect(changes).toBeGreaterThan(0);
    const stuck = 'VIOLATED The workflow of every transaction at rest starts within an hour';
    const madeAt = JSON.parse(readFileSync(pathOf('old/manifest.json'), 'utf8')).madeAt;
    expect((await run('verify', [pathOf('old')])).output).toContain(stuck);
    const earlierRun = await run('verify', [pathOf('old'), '--at', hourAgo.toISOString()]);
    expect(earlierRun.output).not.toContain(stuck);
    const manifest = readFileSync(pathOf('old/manifest.json'), 'utf8');
    writeFileSync(pathOf('old/manifest.json'), manifest.replace(madeAt, hourAgo.toISOString()));
    expect((await run('verify', [pathOf('old')])).output).not.toContain(stuck);
  });

  test('with an invalid time is refused', async () => {
    const ended = await run('verify', [pathOf('loaded'), '--at', 'yesterday']);
    expect(ended).toEqual({ code: 64, output: 'kontor: --at is no time: yesterday\n' });
  });
});

describe.skipIf(isSkipped)('a process killed half way', () => {
  const POINTS = ['backup-database:3', 'backup-rename'];
  test.each([...POINTS, ...(isDeep ? ['backup-database', 'backup-manifest'] : [])])(
    'in a backup at %s leaves nothing that looks like a backup',
    async (point) => {
      const ended = await backup('killed', { KONTOR_FAIL_POINT: point });
      expect(ended.code).toBeNull();
      expect(existsSync(pathOf('killed'))).toBe(false);
    },
  );

  test.each(['restore-rename', ...(isDeep ? ['restore-file:2'] : [])])(
    'in a restore at %s leaves nothing that looks like a bank',
    async (point) => {
      const ended = await restore('loaded', 'killed', { KONTOR_FAIL_POINT: point });
      expect(ended.code).toBeNull();
      expect(existsSync(pathOf('killed'))).toBe(false);
    },
  );

  test('leaves unencrypted files that the next run deletes', async () => {
    const listDrafts = () =>
      readdirSync(folder).filter((name) => name.startsWith('.killed.partial-'));
    expect(listDrafts()).not.toEqual([]);
    expect((await backup('killed')).code).toBe(0);
    expect(listDrafts()).toEqual([]);
  });

  test('by Ctrl-C leaves none of its files behind', async () => {
    const code = `import { inPartialFolder } from './bank/backup/partial-folder.ts';
      await inPartialFolder(${JSON.stringify(pathOf('interrupted'))}, () =>
        new Promise((resolve) => setTimeout(resolve, 60_000)));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const listDrafts = () => readdirSync(folder).filter((name) => name.includes('interrupted'));
    await vi.waitUntil(() => listDrafts().length > 0, { timeout: 20_000 });
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(listDrafts()).toEqual([]);
  });
});
