// A bank on PostgreSQL serves the first requests of a developer, starts again without local copies,
// and its books are verified.

import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { verifyDatabase } from '../../db/postgres/verify.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { OPERATOR_KEY, openAccounts, openTestBank, register } from '../kit/bank/bank.ts';
import { newBankDatabase } from '../kit/bank/postgres.ts';

const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`the bank on PostgreSQL is skipped: ${postgresMissing}`);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm run verify` on a database. */
function verify(url: string, dataDir: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, KONTOR_DATABASE_URL: url };
  return new Promise((resolve) => {
    const args = ['scripts/verify.ts', dataDir];
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

const listCopies = (folder: string) => readdirSync(folder).filter((name) => /copy-\d/.test(name));

test.skipIf(postgresMissing !== null)(
  'a bank runs on PostgreSQL, and starts again after its local copies were deleted',
  async () => {
    const databaseUrl = await newBankDatabase();
    const bank = await openTestBank({ databaseUrl });
    const { dataDir } = bank;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { key, developerId } = await register(bank);
    const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
    const [from, to] = accountIds as [string, string];
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const sent = await bank.call('/v1/transactions', {
      key,
      body: { type: 'transfer', amount: 2_500, currency: 'EUR', ...sides },
    });
    expect(sent.body).toMatchObject({ status: 'posted' });
    const readPosted = async (target: typeof bank, id: string) =>
      (await target.call(`/v1/accounts/${id}/balance`, { key })).body.posted;
    expect(await readPosted(bank, to)).toBe(2_500);
    expect(readdirSync(dataDir)).not.toContain('sandbox.db');
    expect(listCopies(dataDir).length).toBeGreaterThan(2);
    await bank.bank.close();

    for (const name of listCopies(dataDir)) rmSync(join(dataDir, name));
    const reopenedBank = await openTestBank({ databaseUrl }, dataDir);
    onTestFinished(() => reopenedBank.close());
    expect(await readPosted(reopenedBank, from)).toBe(7_500);
    expect((await reopenedBank.call('/v1/events', { key })).body.data.length).toBeGreaterThan(3);
    const path = `/v1/ops/developers/${developerId}`;
    const headers = { 'x-audit-reason': 'The restart.' };
    const developerAnswer = await reopenedBank.call(path, { key: OPERATOR_KEY, headers });
    expect(JSON.stringify(developerAnswer.body)).toContain(`"id":"${developerId}"`);

    const comparison = await verifyDatabase({ url: databaseUrl, name: 'ledger_sandbox', dataDir });
    expect(comparison.differences).toEqual([]);
    expect(comparison.compared).toHaveLength(1);

    // An operator runs this command while the bank runs.
    const intactVerification = await verify(databaseUrl, dataDir);
    expect(intactVerification).toMatchObject({
      code: 0,
      output: expect.stringContaining('the books balance'),
    });
    expect(intactVerification.output).toContain(
      'ledger_sandbox-copy-1.db has the rows of PostgreSQL',
    );
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      'UPDATE ledger_sandbox.accounts SET posted = posted + 1 WHERE id = $1 AND posted = 2500',
      [to],
    );
    await client.end();
    const brokenVerification = await verify(databaseUrl, dataDir);
    expect(brokenVerification).toMatchObject({
      code: 1,
      output: expect.stringMatching(/VIOLATED/),
    });
    expect(brokenVerification.output).toContain('ledger_sandbox-copy-1.db: accounts');
  },
  180_000,
);
