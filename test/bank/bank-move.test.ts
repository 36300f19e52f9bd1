// `npm run move:bank` moves a bank with every row from files to PostgreSQL. Neither a killed move nor
// a wrong setting creates a second bank.

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
const skipReason = skipsOnPostgres('the move of a bank out of its files')
  ? 'on PostgreSQL'
  : postgresFault();
if (skipReason !== null) console.warn(`the move of a bank is skipped: ${skipReason}`);
const server = skipReason === null ? await startPostgres() : null;
afterAll(() => server?.stop());

/** Runs a script of package.json. */
function runScript(
  script: string,
  env: Readonly<Record<string, string>>,
  scriptArgs: string[] = [],
) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(
      process.execPath,
      [`scripts/${script}`, ...scriptArgs],
      options,
      (error, stdout, stderr) => {
        const code = error === null ? 0 : (error.signal ?? error.code);
        resolve({ code, output: stdout + stderr });
      },
    );
  });
}

test.skipIf(server === null)(
  'a bank moves from its files to PostgreSQL, even when the command is interrupted several times',
  async () => {
    const databaseUrl = server?.database('moved') ?? '';
    const fileBank = await openTestBank();
    const { dataDir } = fileBank;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { key } = await register(fileBank);
    const { accountIds } = await openAccounts(fileBank, key, [10_000, 0]);
    const [sourceAccountId = '', destinationAccountId = ''] = accountIds;
    const pay = (bank: typeof fileBank, reference: string) =>
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
    const firstPayment = await pay(fileBank, 'before');
    expect([firstPayment.status, firstPayment.body.status]).toEqual([201, 'posted']);
    const readAll = async (bank: typeof fileBank) => ({
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
    const moveWhileOpen = await runScript('move-bank.ts', env);
    expect(moveWhileOpen).toMatchObject({
      code: 1,
      output: expect.stringContaining('stop the bank'),
    });
    expect((await pay(fileBank, 'still')).body.status).toBe('posted');
    const before = await readAll(fileBank);
    await fileBank.bank.close();
    await expect(openTestBank({ databaseUrl }, dataDir)).rejects.toThrow(WrongBankLocation);

    const interruptAt = (step: BankMoveStep) => {
      const failPoint = (passed: BankMoveStep) => {
        if (passed === step) throw new Error(step);
      };
      return moveBank({ dataDir, url: databaseUrl, report() {}, failPoint });
    };
    await expect(interruptAt('written')).rejects.toThrow('written');
    expect(await ledgerSchemas(databaseUrl)).toEqual([]);
    await expect(interruptAt('committed')).rejects.toThrow('committed');
    await expect(openTestBank({ databaseUrl }, dataDir)).rejects.toThrow(WrongBankLocation);
    await expect(interruptAt('compared')).rejects.toThrow('compared');
    expect(existsSync(join(dataDir, 'platform.db'))).toBe(true);
    const killedMove = await runScript('move-bank.ts', { ...env, KONTOR_FAIL_POINT: 'renamed:2' });
    expect(killedMove.code).toBe('SIGKILL');
    await expect(openTestBank({}, dataDir)).rejects.toThrow(WrongBankLocation);
    await expect(openTestBank({ databaseUrl }, dataDir)).rejects.toThrow(WrongBankLocation);
    const completedMove = await runScript('move-bank.ts', env);
    expect(completedMove).toMatchObject({
      code: 0,
      output: expect.stringContaining('in PostgreSQL'),
    });
    expect(readdirSync(join(dataDir, MOVED_FOLDER)).sort()).toEqual([
      ...['platform.db', 'production.db', 'sandbox.db'],
    ]);
    await expect(openTestBank({}, dataDir)).rejects.toThrow(WrongBankLocation);

    const testBank = await openTestBank({ databaseUrl }, dataDir);
    onTestFinished(() => testBank.close());
    expect(await readAll(testBank)).toEqual(before);
    const replayed = await pay(testBank, 'before');
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body.id).toBe(firstPayment.body.id);
    expect((await pay(testBank, 'after')).body.status).toBe('posted');
    const verified = await runScript('verify.ts', env);
    expect(verified).toMatchObject({
      code: 0,
      output: expect.stringContaining('the books balance'),
    });
  },
  240_000,
);

test.skipIf(server === null)("moving a bank leaves another bank's database unchanged", async () => {
  const makeDataDir = (hasBank: boolean) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-files-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    for (const name of hasBank ? ['platform', 'sandbox', 'production'] : []) {
      openDatabase(join(dataDir, `${name}.db`), name === 'platform' ? name : 'ledger').close();
    }
    return dataDir;
  };
  const url = server?.database('taken') ?? '';
  const move = (dataDir: string) => moveBank({ dataDir, url, report() {} });
  await expect(move(makeDataDir(false))).rejects.toThrow('has no bank in files');
  await move(makeDataDir(true));
  const otherDir = makeDataDir(true);
  await expect(move(otherDir)).rejects.toThrow(BankNotMoved);
  expect(readdirSync(otherDir)).toContain('platform.db');
  expect(readdirSync(otherDir)).not.toContain(MOVED_FOLDER);
  const foreignUrl = server?.database('foreign') ?? '';
  const client = new pg.Client({ connectionString: foreignUrl });
  await client.connect();
  await client.query('CREATE SCHEMA platform');
  await client.end();
  const foreignMove = moveBank({ dataDir: otherDir, url: foreignUrl, report() {} });
  await expect(foreignMove).rejects.toThrow(BankNotMoved);
});

test.skipIf(server === null)(
  'a bank with the core alone moves without the tables of subjects, and opens on PostgreSQL',
  async () => {
    const url = server?.database('moved_core') ?? '';
    const core = MODULES.slice(0, 1);
    const fileBank = await openTestBank({ temporalAddress: NO_TEMPORAL }, undefined, core);
    const { dataDir } = fileBank;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { key } = await register(fileBank);
    await fileBank.bank.close();
    await moveBank({ dataDir, url, report: () => {} });
    const env = {
      KONTOR_DATA_DIR: dataDir,
      KONTOR_DATABASE_URL: url,
    };
    const migration = await runScript('run.mjs', env, ['bank/migrate.ts']);
    expect(migration.output).toContain('ledger_sandbox: up to date');
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
