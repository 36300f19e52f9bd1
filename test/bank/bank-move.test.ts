// `npm run move:bank` moves a bank with every row from files to PostgreSQL. Neither a kill nor a
// wrong setting creates a second bank.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { SUBJECT_TABLES } from '../../db/all-subject-tables.ts';
import { openDatabase } from '../../db/kernel/connect.ts';
import { type BankMoveStep, BankNotMoved, moveBank } from '../../db/postgres/bank-move.ts';
import { ledgerSchemas } from '../../db/postgres/databases.ts';
import { MOVED_FOLDER, WrongBankLocation } from '../../db/postgres/storage-place.ts';
import { tableNamesOn } from '../../db/postgres/upgrade.ts';
import { MODULES } from '../../modules/contents.ts';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { NO_TEMPORAL, openAccounts, openTestBank, register } from '../kit/bank/bank.ts';
import { skipsOnPostgres } from '../kit/bank/postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const reason = skipsOnPostgres('the move of a bank out of its files')
  ? 'on PostgreSQL'
  : postgresFault();
if (reason !== null) console.warn(`the move of a bank is skipped: ${reason}`);
const server = reason === null ? await startPostgres() : null;
afterAll(() => server?.stop());

/** Runs a script of package.json. */
function command(script: string, env: Readonly<Record<string, string>>, words: string[] = []) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(
      process.execPath,
      [`scripts/${script}`, ...words],
      options,
      (error, stdout, stderr) => {
        const code = error === null ? 0 : (error.signal ?? error.code);
        resolve({ code, output: stdout + stderr });
      },
    );
  });
}

test.skipIf(server === null)(
  'a bank moves from its files to PostgreSQL, at whatever point the command is interrupted',
  async () => {
    const databaseUrl = server?.database('moved') ?? '';
    const files = await openTestBank();
    const { dataDir } = files;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { key } = await register(files);
    const { accountIds } = await openAccounts(files, key, [10_000, 0]);
    const [sourceAccountId = '', destinationAccountId = ''] = accountIds;
    const pay = (bank: typeof files, reference: string) =>
      bank.call('/v1/transactions?wait=10', {
        key,
        headers: { 'idempotency-key': reference },
        body: {
          type: 'transfer',
          amount: 100,
          currency: 'EUR',
          sourceAccountId,
          destinationAccountId,
        },
      });
    const paid = await pay(files, 'before');
    expect([paid.status, paid.body.status]).toEqual([201, 'posted']);
    const readAll = async (bank: typeof files) => ({
      events: (await bank.call('/v1/events?limit=100', { key })).body.data,
      // A workflow that had not begun when the bank closed begins afterwards.
      transactions: (await bank.call('/v1/transactions', { key })).body.data.map(
        ({ workflow: _, ...transaction }: { workflow: object }) => transaction,
      ),
      posted: (await bank.call(`/v1/accounts/${destinationAccountId}/balance`, { key })).body
        .posted,
    });

    const env = {
      KONTOR_DATA_DIR: dataDir,
      KONTOR_DATABASE_URL: databaseUrl,
    };
    const whileOpen = await command('move-bank.ts', env);
    expect(whileOpen).toMatchObject({ code: 1, output: expect.stringContaining('stop the bank') });
    expect((await pay(files, 'still')).body.status).toBe('posted');
    const before = await readAll(files);
    await files.bank.close();
    await expect(openTestBank({ databaseUrl }, dataDir)).rejects.toThrow(WrongBankLocation);

    const endAt = (step: BankMoveStep) => {
      const failPoint = (passed: BankMoveStep) => {
        if (passed === step) throw new Error(step);
      };
      return moveBank({ dataDir, url: databaseUrl, report() {}, failPoint });
    };
    await expect(endAt('written')).rejects.toThrow('written');
    expect(await ledgerSchemas(databaseUrl)).toEqual([]);
    await expect(endAt('committed')).rejects.toThrow('committed');
    await expect(openTestBank({ databaseUrl }, dataDir)).rejects.toThrow(WrongBankLocation);
    await expect(endAt('compared')).rejects.toThrow('compared');
    expect(existsSync(join(dataDir, 'platform.db'))).toBe(true);
    const killed = await command('move-bank.ts', { ...env, KONTOR_FAIL_POINT: 'renamed:2' });
    expect(killed.code).toBe('SIGKILL');
    await expect(openTestBank({}, dataDir)).rejects.toThrow(WrongBankLocation);
    await expect(openTestBank({ databaseUrl }, dataDir)).rejects.toThrow(WrongBankLocation);
    const ended = await command('move-bank.ts', env);
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('in PostgreSQL') });
    expect(readdirSync(join(dataDir, MOVED_FOLDER)).sort()).toEqual([
      ...['platform.db', 'production.db', 'sandbox.db'],
    ]);
    await expect(openTestBank({}, dataDir)).rejects.toThrow(WrongBankLocation);

    const testBank = await openTestBank({ databaseUrl }, dataDir);
    onTestFinished(() => testBank.close());
    expect(await readAll(testBank)).toEqual(before);
    const replayed = await pay(testBank, 'before');
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body.id).toBe(paid.body.id);
    expect((await pay(testBank, 'after')).body.status).toBe('posted');
    const verified = await command('verify.ts', env);
    expect(verified).toMatchObject({
      code: 0,
      output: expect.stringContaining('the books balance'),
    });
  },
  240_000,
);

test.skipIf(server === null)("moving a bank leaves another bank's database unchanged", async () => {
  const folderOf = (hasBank: boolean) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-files-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    for (const name of hasBank ? ['platform', 'sandbox', 'production'] : []) {
      openDatabase(join(dataDir, `${name}.db`), name === 'platform' ? name : 'ledger').close();
    }
    return dataDir;
  };
  const url = server?.database('taken') ?? '';
  const move = (dataDir: string) => moveBank({ dataDir, url, report() {} });
  await expect(move(folderOf(false))).rejects.toThrow('has no bank in files');
  await move(folderOf(true));
  const other = folderOf(true);
  await expect(move(other)).rejects.toThrow(BankNotMoved);
  expect(readdirSync(other)).toContain('platform.db');
  expect(readdirSync(other)).not.toContain(MOVED_FOLDER);
  const foreignUrl = server?.database('foreign') ?? '';
  const client = new pg.Client({ connectionString: foreignUrl });
  await client.connect();
  await client.query('CREATE SCHEMA platform');
  await client.end();
  const foreignMove = moveBank({ dataDir: other, url: foreignUrl, report() {} });
  await expect(foreignMove).rejects.toThrow(BankNotMoved);
});

test.skipIf(server === null)(
  'a bank with the core alone moves without the tables of subjects, and opens there',
  async () => {
    const url = server?.database('moved_core') ?? '';
    const core = MODULES.slice(0, 1);
    const files = await openTestBank({ temporalAddress: NO_TEMPORAL }, undefined, core);
    const { dataDir } = files;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { key } = await register(files);
    await files.bank.close();
    await moveBank({ dataDir, url, report: () => {} });
    const env = {
      KONTOR_DATA_DIR: dataDir,
      KONTOR_DATABASE_URL: url,
    };
    const migrated = await command('run.mjs', env, ['bank/migrate.ts']);
    expect(migrated.output).toContain('ledger_sandbox: up to date');
    const terms = { temporalAddress: NO_TEMPORAL, databaseUrl: url };
    const bank = await openTestBank(terms, dataDir, core);
    onTestFinished(() => bank.close());
    expect((await bank.call('/v1/developer', { key })).status).toBe(200);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const names = await tableNamesOn(client, 'ledger_sandbox');
    expect(names.has('transactions')).toBe(true);
    const subjects = SUBJECT_TABLES.flatMap(({ tables }) => tables);
    expect(subjects.filter((table) => names.has(table))).toEqual([]);
  },
  120_000,
);
