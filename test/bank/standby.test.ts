// Two processes of a bank on one PostgreSQL. The first is the writer; the second is the standby,
// which serves reads, delays writes, and takes over when the first releases the lease.

import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { verifyDatabase } from '../../db/postgres/verify.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { OPERATOR_KEY, openAccounts, openTestBank, register } from '../kit/bank/bank.ts';
import { newBankDatabase } from '../kit/bank/postgres.ts';
import { withWorkflowsInline } from '../kit/workflows/inline.ts';

const reason = postgresFault();
if (reason !== null) console.warn(`NOT RUN: a standby of the bank: ${reason}`);

test.skipIf(reason !== null)(
  'a second process on the database of a bank follows it, reads with an age, and takes ' +
    'over when the first one is stopped',
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
    const balance = (member: typeof writer, id = to) =>
      member.call(`/v1/accounts/${id}/balance`, { key });
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const body = { type: 'transfer', amount: 100, currency: 'EUR', ...sides };
    const pay = (member: typeof writer) => member.call('/v1/transactions?wait=10', { key, body });

    // A client that sends the commit of its payment reads it at once from either process.
    const first = await pay(writer);
    expect(first.body.status).toBe('posted');
    const commit = first.headers.get('kontor-commit') ?? '';
    expect(commit).toMatch(/^p\d+-[0-9a-f]{8}\.s\d+-[0-9a-f]{8}$/);
    const reading = (text: string) =>
      standby.call(`/v1/accounts/${to}/balance`, { key, headers: { 'kontor-commit': text } });
    const read = await reading(commit);
    expect(read.body.posted).toBe(100);
    expect(read.headers.get('kontor-commit')).toMatch(/^p\d+-/);
    const [, number = '', mark = ''] = /s(\d+)-(\w+)/.exec(commit) ?? [];
    const other = mark === '00000000' ? '11111111' : '00000000';
    for (const exitState of [`s${number}-${other}`, `s${Number(number) + 1_000}-${mark}`]) {
      const refused = await reading(exitState);
      expect([refused.status, refused.body.code]).toEqual([409, 'commit_lost']);
    }
    const malformed = await reading('12');
    expect([malformed.status, malformed.body.errors[0].pointer]).toEqual([400, 'Kontor-Commit']);
    const metrics = await fetch(`http://127.0.0.1:${standby.bank.adminPort}/metrics`);
    expect(await metrics.text()).toMatch(/^kontor_copy_age_seconds \d/m);
    expect(Number(read.headers.get('kontor-age'))).toBeLessThan(5);
    expect((await balance(writer)).headers.get('kontor-age')).toBeNull();

    // While the writer works, the standby does not take over: a write waits and is then refused.
    const refused = await pay(standby);
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'ledger_unavailable', retryable: true });
    expect(refused.headers.get('retry-after')).toBe('1');

    await withWorkflowsInline(async () => {
      const parked = pay(standby);
      const isParked = async () => (await standby.call('/readyz')).body.standby.parked;
      await expect.poll(isParked).toBeGreaterThan(0);
      const closed = writer.bank.close();
      const paid = await parked;
      expect(paid.body).toMatchObject({ status: 'posted' });
      await closed;
      expect(standby.bank.role.role()).toBe('writer');
      await expect.poll(async () => (await standby.call('/readyz')).body.status).toBe('ready');
      expect((await pay(standby)).body.status).toBe('posted');
      expect((await balance(standby)).body.posted).toBe(300);
      expect((await balance(standby)).headers.get('kontor-age')).toBeNull();
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
    const compared = await verifyDatabase({ url: databaseUrl, name: 'ledger_sandbox', dataDir });
    expect(compared.differences).toEqual([]);
  },
  180_000,
);
