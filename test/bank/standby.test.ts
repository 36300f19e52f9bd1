// Two processes of a bank on one PostgreSQL. The first is the writer; the second is the standby,
// which serves reads, delays writes, and takes over when the first releases the lease.

import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { verifyDatabase } from '../../db/postgres/verify.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { OPERATOR_KEY, openAccounts, openTestBank, register } from '../kit/bank/bank.ts';
import { newBankDatabase } from '../kit/bank/postgres.ts';
import { withWorkflowsInline } from '../kit/workflows/inline.ts';

const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`NOT RUN: a standby of the bank: ${postgresMissing}`);

test.skipIf(postgresMissing !== null)(
  'a second process on the database of a bank follows the first, states the age of what it ' +
    'reads, and takes over when the first is stopped',
  async () => {
    const databaseUrl = await newBankDatabase();
    const writer = await openTestBank({ databaseUrl });
    const { dataDir } = writer;
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const standby = await openTestBank({ databaseUrl }, dataDir);
    onTestFinished(() => standby.close());
    // This PostgreSQL server has no standby, which does not affect readiness.
    const replication = { state: 'none', canLose: true, standbys: 0 };
    expect((await writer.call('/readyz')).body).toEqual({ status: 'ready', replication });
    const readiness = await standby.call('/readyz');
    expect(readiness.status).toBe(200);
    expect(readiness.body).toMatchObject({ status: 'standby', replication });
    const readLag = async () => (await standby.call('/readyz')).body.standby.behind;
    await expect.poll(readLag).toBe(0);
    expect(readiness.body.standby.writer).toContain(`process ${process.pid}`);

    const { key } = await register(writer);
    const { accountIds } = await openAccounts(writer, key, [10_000, 0]);
    const [from, to] = accountIds as [string, string];
    const readBalance = (member: typeof writer, id = to) =>
      member.call(`/v1/accounts/${id}/balance`, { key });
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const body = { type: 'transfer', amount: 100, currency: 'EUR', ...sides };
    const pay = (member: typeof writer) => member.call('/v1/transactions?wait=10', { key, body });

    // A client that sends the commit of its payment reads the payment at once from either process.
    const payment = await pay(writer);
    expect(payment.body.status).toBe('posted');
    const commit = payment.headers.get('kontor-commit') ?? '';
    expect(commit).toMatch(/^p\d+-[0-9a-f]{8}\.s\d+-[0-9a-f]{8}$/);
    const readWithCommit = (text: string) =>
      standby.call(`/v1/accounts/${to}/balance`, { key, headers: { 'kontor-commit': text } });
    const standbyRead = await readWithCommit(commit);
    expect(standbyRead.body.posted).toBe(100);
    expect(standbyRead.headers.get('kontor-commit')).toMatch(/^p\d+-/);
    const [, number = '', mark = ''] = /s(\d+)-(\w+)/.exec(commit) ?? [];
    const otherMark = mark === '00000000' ? '11111111' : '00000000';
    for (const lostCommit of [`s${number}-${otherMark}`, `s${Number(number) + 1_000}-${mark}`]) {
      const refused = await readWithCommit(lostCommit);
      expect([refused.status, refused.body.code]).toEqual([409, 'commit_lost']);
    }
    const malformed = await readWithCommit('12');
    expect([malformed.status, malformed.body.errors[0].pointer]).toEqual([400, 'Kontor-Commit']);
    const metrics = await fetch(`http://127.0.0.1:${standby.bank.adminPort}/metrics`);
    expect(await metrics.text()).toMatch(/^kontor_copy_age_seconds \d/m);
    expect(Number(standbyRead.headers.get('kontor-age'))).toBeLessThan(5);
    expect((await readBalance(writer)).headers.get('kontor-age')).toBeNull();

    // While the writer works, the standby does not take over: a write waits and is then refused.
    const refused = await pay(standby);
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'ledger_unavailable', retryable: true });
    expect(refused.headers.get('retry-after')).toBe('1');

    await withWorkflowsInline(async () => {
      const waitingPayment = pay(standby);
      const countParked = async () => (await standby.call('/readyz')).body.standby.parked;
      await expect.poll(countParked).toBeGreaterThan(0);
      const closed = writer.bank.close();
      const paid = await waitingPayment;
      expect(paid.body).toMatchObject({ status: 'posted' });
      await closed;
      expect(standby.bank.role.role()).toBe('writer');
      await expect.poll(async () => (await standby.call('/readyz')).body.status).toBe('ready');
      expect((await pay(standby)).body.status).toBe('posted');
      expect((await readBalance(standby)).body.posted).toBe(300);
      expect((await readBalance(standby)).headers.get('kontor-age')).toBeNull();
      // Workflows continue here too: one captures a hold.
      const heldPayment = await standby.call('/v1/transactions?wait=10', {
        key,
        body: { ...body, capture: 'manual' },
      });
      expect(heldPayment.status).toBe(201);
      const path = `/v1/transactions/${heldPayment.body.id}/capture?wait=10`;
      expect((await standby.call(path, { key, body: {} })).body.status).toBe('posted');
    });
    const operators = await standby.call('/v1/ops/operators', { key: OPERATOR_KEY });
    expect(operators.status).toBe(200);
    const comparison = await verifyDatabase({ url: databaseUrl, name: 'ledger_sandbox', dataDir });
    expect(comparison.differences).toEqual([]);
  },
  180_000,
);
