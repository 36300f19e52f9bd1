// The connection to PostgreSQL is cut at any message of either side, before or within the message.
// Whatever answer the caller got, a retry with the same key books once, and the copy of the process
// equals PostgreSQL. The same holds when the server dies, is restored from a backup, or is replaced
// by another server.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { CommitFailed } from '../../../db/kernel/group-commit.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { type Cut, openWire, type Wire } from '../../kit/outside/postgres-wire.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { dumpOf, violationsOf } from '../sqlite-rig.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';
import { createLedgerDatabase, makeCopyFolder, openForTest, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const FUNDS = 100_000;
/** The retries of a client: a server takes seconds to recover. */
const RETRY_MS = 100;
const MAX_OUTAGES = 300;
/** The deep tier cuts at every message; otherwise one of this many cuts is tested. */
const CUT_STEP = isDeep ? 1 : 4;
/** Before one of this many payments, another process writes. */
const OTHER_WRITER_STEP = 8;

const server = await postgresForTests();

async function openCutLedger() {
  const url = await createLedgerDatabase(server as PostgresServer);
  const wire = await openWire(url);
  onTestFinished(wire.end);
  const { ledger } = await openForTest({ url: wire.url, environment: 'sandbox' });
  const people = { store: ledger, people: ledger };
  const idlePorts = { balance: async () => null, execute: async () => undefined };
  const teller = tellerOf({ ...people, ...idlePorts });
  const [from, to] = [await teller.account({ funds: FUNDS }), await teller.account()];
  const { tenantId } = teller;
  const secondCopy = makeCopyFolder();
  onTestFinished(secondCopy.remove);
  let paid = 0;

  /** Accepts and settles one payment, with retries of both steps until they succeed. */
  async function pay(key: string): Promise<number> {
    let outages = 0;
    const retryOutages = async <T>(act: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await act();
        } catch (error) {
          expect(error).toBeInstanceOf(CommitFailed);
          outages += 1;
          expect(outages, key).toBeLessThan(MAX_OUTAGES);
          await sleep(RETRY_MS);
        }
      }
    };
    const draft = draftOf(tenantId, { from, to, amount: 1, key });
    const { id } = await retryOutages(() => ledger.run(acceptTransaction, draft));
    const [settled] = await retryOutages(() =>
      ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW }),
    );
    expect(settled?.status, key).toBe('posted');
    paid += 1;
    return outages;
  }

  /** Writes from another process, so that the next groups of this process take the lock first. */
  async function writeFromOtherProcess(): Promise<void> {
    const other = await openPostgresLedger({
      url,
      environment: 'sandbox',
      folder: secondCopy.path,
    });
    await tellerOf({ store: other.ledger, people: other.ledger, ...idlePorts }).customer();
    await other.close();
  }

  return {
    url,
    wire,
    ledger,
    pay,
    writeFromOtherProcess: writeFromOtherProcess,
    async expectCopyEqualsServer() {
      const secondCopy = await openForTest({ url, environment: 'sandbox' });
      expect(dumpOf(secondCopy.ledger)).toEqual(dumpOf(ledger));
      expect(violationsOf(secondCopy.ledger, Date.now())).toEqual([]);
      expect((await readBalance(secondCopy.ledger, tenantId, to))?.posted).toBe(paid);
      expect((await readBalance(secondCopy.ledger, tenantId, from))?.posted).toBe(FUNDS - paid);
    },
  };
}

/** Lists all cuts of a payment, from the number of messages of uncut payments. */
async function listCuts(wire: Wire, pay: (key: string) => Promise<number>): Promise<Cut[]> {
  // The first payment opens the connection and prepares the statements.
  await pay('first');
  const messages = { client: Number.POSITIVE_INFINITY, server: Number.POSITIVE_INFINITY };
  // Notifications of other writers may arrive between the messages of a payment, so the smallest of
  // three counts is used.
  for (const key of ['counted', 'counted again', 'counted once more']) {
    wire.countMessages();
    await pay(key);
    const { client, server: answers } = wire.countMessages();
    messages.client = Math.min(messages.client, client);
    messages.server = Math.min(messages.server, answers);
  }
  const cuts = (['client', 'server'] as const).flatMap((from) =>
    Array.from({ length: messages[from] }, (_, index): Cut[] => [
      { from, at: index },
      { from, at: index, isHalf: true },
    ]).flat(),
  );
  expect(cuts.length).toBeGreaterThan(30);
  return cuts.filter((_, index) => index % CUT_STEP === 0);
}

const WRITERS = [
  ['of the only writer', Number.POSITIVE_INFINITY],
  ['beside another writer', OTHER_WRITER_STEP],
] as const;

test.skipIf(!server).each(WRITERS)(
  'a payment %s is made once, at whichever message its connection is cut',
  async (_, otherWriterStep) => {
    const { wire, pay, writeFromOtherProcess, expectCopyEqualsServer } = await openCutLedger();
    const hasOtherWriter = Number.isFinite(otherWriterStep);
    if (hasOtherWriter) await writeFromOtherProcess();
    let outageCount = 0;
    for (const [index, cut] of (await listCuts(wire, pay)).entries()) {
      if (hasOtherWriter && index % otherWriterStep === 0) await writeFromOtherProcess();
      wire.cut(cut);
      outageCount += await pay(`cut ${index} ${JSON.stringify(cut)}`);
      expect(wire.isArmed(), JSON.stringify(cut)).toBe(false);
    }
    // Some cuts are outages for the caller; after the others the payment proves to be committed.
    expect(outageCount).toBeGreaterThan(0);
    await expectCopyEqualsServer();
  },
  300_000,
);

test.skipIf(!server)(
  'concurrent payments are made once each, while connections are cut all the time',
  { timeout: 300_000 },
  async () => {
    const { wire, pay, expectCopyEqualsServer } = await openCutLedger();
    const rounds = isDeep ? 40 : 8;
    for (let round = 0; round < rounds; round++) {
      const from = round % 2 === 0 ? 'client' : 'server';
      wire.cut({ from, at: (round * 7) % 23, isHalf: round % 3 === 0 });
      await Promise.all(Array.from({ length: 12 }, (_, n) => pay(`round ${round} ${n}`)));
    }
    await expectCopyEqualsServer();
  },
);

test.skipIf(!server)(
  'a server that recovers from kill -9 has every answered payment, and continues',
  { timeout: 120_000 },
  async () => {
    const { pay, expectCopyEqualsServer } = await openCutLedger();
    const { kill, start } = server as PostgresServer;
    await pay('before');
    const interruptedPayments = Promise.all(
      Array.from({ length: 20 }, (_, n) => pay(`meanwhile ${n}`)),
    );
    await Promise.all([kill().then(start), interruptedPayments]);
    await pay('after');
    await expectCopyEqualsServer();
  },
);

test.skipIf(!server)(
  'a server restored from a base backup is authoritative: the copy drops all later rows',
  { timeout: 120_000 },
  async () => {
    const { url, ledger, pay } = await openCutLedger();
    const postgres = server as PostgresServer;
    await pay('kept');
    postgres.baseBackup('earlier');
    await pay('lost');
    const transactionCount = () =>
      ledger.database.raw.prepare('SELECT count(*) FROM transactions').pluck();
    const before = Number(transactionCount().get());
    await postgres.kill();
    postgres.restore('earlier');
    await postgres.start();
    // The key of the lost payment is free again: the restored database has no record of it.
    await pay('lost');
    await pay('another');
    expect(Number(transactionCount().get())).toBe(before + 1);
    const secondCopy = await openForTest({ url, environment: 'sandbox' });
    expect(dumpOf(secondCopy.ledger)).toEqual(dumpOf(ledger));
    expect(violationsOf(secondCopy.ledger, Date.now())).toEqual([]);
  },
);

test.skipIf(!server)(
  'a promoted standby continues where the first server ended',
  { timeout: 120_000 },
  async () => {
    const { url, wire, ledger, pay } = await openCutLedger();
    const postgres = server as PostgresServer;
    const standby = await postgres.standby('second');
    try {
      await pay('streamed');
      const { rows } = await queryServer(url, 'SELECT pg_current_wal_lsn() AS at');
      await standby.promote(String(rows[0]?.at));
      const other = new URL(url);
      other.port = String(standby.port);
      wire.forwardTo(other.href);
      await pay('streamed');
      await pay('after');
      const secondCopy = await openForTest({ url: other.href, environment: 'sandbox' });
      expect(dumpOf(secondCopy.ledger)).toEqual(dumpOf(ledger));
      expect(violationsOf(secondCopy.ledger, Date.now())).toEqual([]);
    } finally {
      standby.stop();
    }
  },
);

test.skipIf(!server || !isDeep)(
  'a server that falls silent is an outage within a minute, and work resumes after it',
  { timeout: 240_000 },
  async () => {
    const { wire, pay, expectCopyEqualsServer } = await openCutLedger();
    await pay('before');
    wire.setSilent(true);
    const waiting = pay('silent');
    setTimeout(() => wire.setSilent(false), 45_000);
    expect(await waiting).toBeGreaterThan(0);
    await expectCopyEqualsServer();
  },
);

test.skipIf(!server)(
  'transactions that PostgreSQL cannot serialise count as an outage',
  async () => {
    const { url, ledger, pay, expectCopyEqualsServer } = await openCutLedger();
    // The next write of an entry fails with a serialisation failure, and then with a deadlock.
    for (const code of ['40001', '40P01']) {
      await queryServer(
        url,
        `CREATE OR REPLACE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION USING MESSAGE = 'again', ERRCODE = '${code}'; END $$;
       CREATE TRIGGER failing BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION failing()`,
      );
      const payment = pay(`failed ${code}`).catch((error: Error) => error);
      await sleep(50);
      await queryServer(url, 'DROP TRIGGER failing ON entries');
      expect(await payment, code).not.toBeInstanceOf(Error);
    }
    expect(ledger.database.raw.open).toBe(true);
    await expectCopyEqualsServer();
  },
);

test.skipIf(!server)('a copy of an earlier process is reused and brought up to date', async () => {
  const url = await createLedgerDatabase(server as PostgresServer);
  const folder = makeCopyFolder();
  onTestFinished(folder.remove);
  const open = () => openPostgresLedger({ url, environment: 'sandbox', folder: folder.path });
  const first = await open();
  await first.close();
  const other = await openForTest({ url, environment: 'sandbox' });
  const idlePorts = { balance: async () => null, execute: async () => undefined };
  const teller = tellerOf({ store: other.ledger, people: other.ledger, ...idlePorts });
  await teller.account({ funds: 5 });
  const reopenedLedger = await open();
  onTestFinished(() => reopenedLedger.close());
  expect(dumpOf(reopenedLedger.ledger)).toEqual(dumpOf(other.ledger));
});
