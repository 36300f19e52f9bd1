// A bank that starts while the server of its third ledger is away, with a copy of that ledger or
// without: it serves everybody else, says which ledger fails, takes no new developer in there, and
// opens it once the server answers.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { OPERATOR_KEY, openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { clientOn, developerOn, SOON } from './moving-bank.ts';

const FAR = 'sandbox-3';
const reason = postgresFault();
if (reason !== null) console.warn(`the late ledger is skipped: ${reason}`);

/** A bank that is closed and opened again, in one folder. */
async function restarting() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-late-'));
  const server = await startPostgres({ isDurable: true });
  let starts = 0;
  const settings = {
    ledgers: 3,
    databases: { east: server.database('east') },
    ledgerPlaces: { [FAR]: 'east' },
  };
  let bank: TestBank | null = null;
  onTestFinished(async () => {
    await bank?.close();
    server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    server,
    /** @param hasCopies false: the copies of the rows are gone, as in a new container */
    async start(hasCopies = true) {
      if (!hasCopies) starts += 1;
      bank = await openTestBank(
        { ...settings, copyDir: join(dataDir, `copies-${starts}`) },
        dataDir,
      );
      return bank;
    },
    async stop() {
      await bank?.close();
      bank = null;
    },
  };
}

const farOf = ({ bank }: TestBank) => bank.everyDesk.sandbox.of({ ledger: 3 }).ledger;

const isFar = (bank: TestBank, { developerId }: { readonly developerId: string }) =>
  farOf(bank)
    .database.raw.prepare('SELECT 1 FROM customers WHERE tenant_id = ?')
    .get(developerId) !== undefined;

async function developersOf(bank: TestBank) {
  const all = [await developerOn(bank), await developerOn(bank), await developerOn(bank)];
  const [far, other] = [all.find((one) => isFar(bank, one)), all.find((one) => !isFar(bank, one))];
  if (!far || !other) throw new Error('developers are spread over the ledgers');
  return { far, other };
}

async function isAway({ bank }: TestBank) {
  const answer = await fetch(`http://127.0.0.1:${bank.adminPort}/metrics`);
  return /^kontor_ledger_away\{ledger="sandbox-3"\} (\d)$/m.exec(await answer.text())?.[1];
}

const violatedChecks = (bank: TestBank) =>
  checkInvariants(farOf(bank).database.raw, Date.now()).checks.filter(
    ({ violations }) => violations > 0,
  );

describe.skipIf(reason !== null)('a start while the server of one ledger is away', () => {
  test('serves all others, and that ledger once the server answers', async () => {
    const { server, start, stop } = await restarting();
    const first = await start();
    const { far, other } = await developersOf(first);
    const held = await far.pay('held', { capture: 'manual' });
    expect(held.body.status).toBe('pending');

    await stop();
    await server.kill();
    const bank = await start();
    const [late, beside] = [clientOn(bank, far), clientOn(bank, other)];
    expect((await beside.pay('beside')).body.status).toBe('posted');
    for (const path of ['/v1/accounts', `/v1/accounts/${far.sourceAccountId}/balance`]) {
      const read = await bank.call(path, { key: far.key });
      expect([read.status, read.body.code]).toEqual([503, 'ledger_unavailable']);
    }
    const refused = await late.pay('away');
    expect([refused.status, refused.body.code]).toEqual([503, 'ledger_unavailable']);
    const ready = await bank.call('/readyz');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready', failing: [FAR] }]);
    expect(await isAway(bank)).toBe('1');
    for (const _ of [1, 2, 3]) expect(isFar(bank, await developerOn(bank))).toBe(false);

    await server.start();
    await expect.poll(async () => (await late.pay('away')).status, SOON).toBe(201);
    const captured = await bank.call(`/v1/transactions/${held.body.id}/capture`, {
      key: far.key,
      body: { amount: 60 },
    });
    expect(captured.body.status).toBe('posted');
    expect(await late.balance(far.destinationAccountId)).toBe(160);
    await expect
      .poll(async () => (await bank.call('/readyz')).body, SOON)
      .toEqual({
        status: 'ready',
      });
    expect(await isAway(bank)).toBe('0');
    await vi.waitFor(() => expect(violatedChecks(bank)).toEqual([]), SOON);
  }, 180_000);

  test('needs no copy of it: what would lack its rows answers 503 until it has them', async () => {
    const { server, start, stop } = await restarting();
    const first = await start();
    const { far, other } = await developersOf(first);
    const held = await far.pay('held', { capture: 'manual' });
    const settled = await other.pay('settled');
    await stop();
    await server.kill();
    const bank = await start(false);
    const [late, beside] = [clientOn(bank, far), clientOn(bank, other)];
    const asOperator = { key: OPERATOR_KEY, headers: { 'x-audit-reason': 'test' } };
    const unread = [503, 'ledger_unavailable'];

    expect((await beside.pay('beside')).body.status).toBe('posted');
    const read = await bank.call('/v1/accounts', { key: far.key });
    expect([read.status, read.body.code]).toEqual(unread);
    expect(read.headers.get('retry-after')).toBe('1');
    const refused = await late.pay('away');
    expect([refused.status, refused.body.code]).toEqual(unread);
    // Sums and lists of operators are about all ledgers, so they say which one they lack.
    for (const path of ['trial-balance', 'invariants', 'workflows', 'work', 'work/counts']) {
      const sum = await bank.call(`/v1/ops/${path}?environment=sandbox`, asOperator);
      expect([path, sum.status, sum.body.code]).toEqual([path, ...unread]);
      expect(sum.body.detail).toContain(FAR);
    }
    const find = (id: string) =>
      bank.call(`/v1/ops/transactions/${id}?environment=sandbox`, asOperator);
    const list = (developerId: string) =>
      bank.call(`/v1/ops/transactions?environment=sandbox&developerId=${developerId}`, asOperator);
    expect((await find(settled.body.id)).status).toBe(200);
    expect((await find(held.body.id)).status).toBe(503);
    const listed = await list(other.developerId);
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id: settled.body.id }));
    expect((await list(far.developerId)).status).toBe(503);
    const ready = await bank.call('/readyz');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready', failing: [FAR] }]);
    expect(await isAway(bank)).toBe('1');
    const beyond = [await developerOn(bank), await developerOn(bank), await developerOn(bank)];

    await server.start();
    await expect.poll(async () => (await late.pay('away')).status, SOON).toBe(201);
    expect(beyond.map((one) => isFar(bank, one))).toEqual([false, false, false]);
    const captured = await bank.call(`/v1/transactions/${held.body.id}/capture`, {
      key: far.key,
      body: { amount: 60 },
    });
    expect(captured.body.status).toBe('posted');
    expect(await late.balance(far.destinationAccountId)).toBe(160);
    expect((await find(held.body.id)).status).toBe(200);
    const sums = await bank.call('/v1/ops/trial-balance?environment=sandbox', asOperator);
    expect(sums.status).toBe(200);
    expect(await isAway(bank)).toBe('0');
    await vi.waitFor(() => expect(violatedChecks(bank)).toEqual([]), SOON);
  }, 180_000);
});
