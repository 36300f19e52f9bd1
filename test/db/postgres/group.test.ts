// A group is committed to PostgreSQL in few round trips, entirely or not at all, and with a known
// outcome even when the answer is lost. This holds for the only writer and for one of several.

import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { acceptBatch } from '../../../db/batches/accept.ts';
import { settleBatch } from '../../../db/batches/acts.ts';
import { CommitFailed } from '../../../db/kernel/group-commit.ts';
import { slicesOf } from '../../../db/kernel/slice-sizes.ts';
import { tryWrite } from '../../../db/kernel/write-probe.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { acquireLane, bookGroup } from '../../../db/money/lane.ts';
import { openPostgresLedger, type PostgresLedger } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { openWire } from '../../kit/outside/postgres-wire.ts';
import { itemOf } from '../batches/item.ts';
import { dumpOf, violationsOf } from '../sqlite-rig.ts';
import { causeOf, draftOf, hashOf, tellerOf, WORKFLOW } from '../teller.ts';
import { createLedgerDatabase, makeCopyFolder, openForTest, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const GROUP = 64;
const SINGLE_TRIP = 1;
const MAX_STATEMENTS = 2;

const server = await postgresForTests();

function openTeller({ ledger }: PostgresLedger, tenantId?: string) {
  const idlePorts = { balance: async () => null, execute: async () => undefined };
  return tellerOf({ store: ledger, people: ledger, ...idlePorts }, tenantId);
}

async function openBusyBank(
  members = GROUP,
  wrapUrl = async (url: string) => url,
  workClock?: () => number,
) {
  const url = await createLedgerDatabase(server as PostgresServer);
  const bank = await openForTest({
    url: await wrapUrl(url),
    environment: 'sandbox',
    ...(workClock === undefined ? {} : { workClock }),
  });
  const teller = openTeller(bank);
  const customerId = await teller.customer();
  const open = () => teller.account({ customerId, funds: 1000 });
  const ids = await Promise.all(Array.from({ length: members + 1 }, open));
  const id = (index: number) => ids[index] ?? null;
  const sides = Array.from({ length: members }, (_, i) => ({ from: id(i), to: id(i + 1) }));
  return { url, bank, teller, sides };
}

/** Expects that a new copy, read from PostgreSQL alone, equals the ledger. */
async function expectSameInNewCopy(url: string, { ledger }: PostgresLedger): Promise<void> {
  const newCopy = await openForTest({ url, environment: 'sandbox' });
  expect(dumpOf(newCopy.ledger)).toEqual(dumpOf(ledger));
  expect(violationsOf(newCopy.ledger, Date.now())).toEqual([]);
}

/** Lets another process write and then end, so that it writes nothing later. */
async function writeFromOtherProcess(url: string): Promise<void> {
  const folder = makeCopyFolder();
  const other = await openPostgresLedger({ url, environment: 'sandbox', folder: folder.path });
  await openTeller(other).customer();
  await other.close();
  folder.remove();
}

const WRITERS = [
  ['for the only writer', 'one round trip', SINGLE_TRIP, async () => {}],
  ['beside another process', 'at most two round trips', MAX_STATEMENTS, writeFromOtherProcess],
] as const;

test.skipIf(!server).each(WRITERS)(
  '%s, a group of 64 acts of any kind that moves money takes %s',
  async (_, __, max, before) => {
    const { url, bank, teller, sides } = await openBusyBank();
    const { tenantId } = teller;
    await before(url);
    // With this group the process learns of the writes of the other process.
    await teller.customer();
    const store = bank.ledger;
    const trips: Record<string, number> = {};
    async function countTrips<T>(name: string, act: () => Promise<T>): Promise<T> {
      const before = bank.roundTrips();
      const result = await act();
      trips[name] = bank.roundTrips() - before;
      return result;
    }
    const forEachMember = <T>(
      all: readonly T[],
      act: (member: T, index: number) => Promise<unknown>,
    ) => Promise.all(all.map(act)) as Promise<{ id: string }[]>;
    const accept = (overrides: object, key: string) => () =>
      forEachMember(sides, (item, i) =>
        store.run(
          acceptTransaction,
          draftOf(tenantId, { ...item, ...overrides, key: `${key}-${i}` }),
        ),
      );
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

    const sent = idsOf(await countTrips('accept', accept({}, 'send')));
    await countTrips('settle', () =>
      store.run(settleTransactions, { ids: sent, workflow: WORKFLOW }),
    );
    const heldIds = idsOf(await accept({ capture: 'manual' }, 'hold')());
    await countTrips('settle holds', () =>
      store.run(settleTransactions, { ids: heldIds, workflow: WORKFLOW }),
    );
    await countTrips('capture', () => forEachMember(heldIds, (id) => teller.capture(id, 50)));
    const reversals = await countTrips('reverse', () =>
      forEachMember(sent, (id) => teller.reverse(id)),
    );
    await countTrips('settle reversals', () =>
      store.run(settleTransactions, { ids: idsOf(reversals), workflow: WORKFLOW }),
    );

    expect(Object.entries(trips).filter(([, count]) => count > max)).toEqual([]);
    expect(Object.keys(trips)).toHaveLength(6);
    await expectSameInNewCopy(url, bank);
  },
);

test.skipIf(!server)('rows for other copies are compressed with lz4 where possible', async () => {
  const { url, bank, teller, sides } = await openBusyBank();
  const drafts = sides.map((side, i) => draftOf(teller.tenantId, { ...side, key: `lz4-${i}` }));
  await Promise.all(drafts.map((draft) => bank.ledger.run(acceptTransaction, draft)));
  const { rows } = await queryServer(
    url,
    `SELECT DISTINCT pg_column_compression(sets) AS method,
       (SELECT enumvals FROM pg_settings WHERE name = 'default_toast_compression') AS known
     FROM commits WHERE pg_column_compression(sets) IS NOT NULL`,
  );
  const [{ known }] = rows;
  expect(rows.map(({ method }) => method)).toEqual([known.includes('lz4') ? 'lz4' : 'pglz']);
});

test.skipIf(!server)('the short slices of a slow thread share one commit', async () => {
  let ms = 0;
  const { bank, teller, sides } = await openBusyBank(GROUP, undefined, () => (ms += 100));
  const { tenantId } = teller;
  const { run } = bank.ledger;
  await run(acquireLane, 'here');
  const makeRequests = (key: string) =>
    sides.slice(0, 32).map((side, i) => {
      const order = draftOf(tenantId, { ...side, amount: 1, key: `${key}-${i}` });
      return { act: 'accept', order } as const;
    });
  const book = (members: ReturnType<typeof makeRequests>) => {
    const workflows = { ownCount: 0, shared: 'transfers/one' };
    return run(bookGroup, { holder: 'here', requests: members, workflows });
  };
  const slowBooking = await book(makeRequests('slow'));
  expect(slowBooking?.next).toBe(8);
  const beforeGroup = bank.roundTrips();
  const booked = await Promise.all(slicesOf(makeRequests('next'), 8).map(book));
  const outcomes = booked.flatMap((item) => item?.outcomes ?? []);
  expect(outcomes).toHaveLength(32);
  expect(outcomes.every((item) => typeof item === 'object' && 'accepted' in item)).toBe(true);
  expect(bank.roundTrips() - beforeGroup).toBeLessThanOrEqual(MAX_STATEMENTS);

  const items = Array.from({ length: 2 * GROUP }, (_, i) => {
    const { from = null, to = null } = sides[i % GROUP] ?? {};
    return itemOf({ from, to }, i);
  });
  const { id: batchId } = await run(acceptBatch, {
    tenantId,
    mode: 'best_effort',
    items,
    metadata: {},
    requestHash: hashOf('batch'),
    cause: causeOf(),
  });
  const step = () => run(settleBatch, { batchId, workflow: WORKFLOW });
  expect(await step()).toMatchObject({ decided: GROUP });
  const beforeStep = bank.roundTrips();
  expect(await step()).toMatchObject({ status: 'completed', decided: 2 * GROUP });
  expect(bank.roundTrips() - beforeStep).toBeLessThanOrEqual(MAX_STATEMENTS);
  expect(violationsOf(bank.ledger, Date.now())).toEqual([]);
});

test.skipIf(!server)('after a lost connection a retry takes effect once', async () => {
  const { url, bank, teller, sides } = await openBusyBank(1);
  const draft = draftOf(teller.tenantId, { ...sides[0], key: 'again' });
  await queryServer(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const answers = [];
  for (let i = 0; i < 3; i++) {
    answers.push(await bank.ledger.run(acceptTransaction, draft).catch((error: Error) => error));
  }
  const [accepted, replayed] = answers.filter((serverCut) => !(serverCut instanceof CommitFailed));
  expect(accepted).toMatchObject({ replayed: false });
  expect(replayed).toMatchObject({ replayed: true });
});

async function openCutRig() {
  let wire = null as Awaited<ReturnType<typeof openWire>> | null;
  const result = await openBusyBank(1, async (url) => {
    wire = await openWire(url);
    onTestFinished(wire.end);
    return wire.url;
  });
  if (!wire) throw new Error('the connection is not open');
  const draft = draftOf(result.teller.tenantId, { ...result.sides[0], key: 'cut' });
  const store = result.bank.ledger;
  return { ...result, wire: wire as Awaited<ReturnType<typeof openWire>>, draft, store };
}

const CUT_POINTS = [
  ['for the only writer', 'SELECT 1\0', 0, async () => {}],
  ['beside another process', 'COMMIT\0', 'COMMIT\0', writeFromOtherProcess],
] as const;

test.skipIf(!server).each(CUT_POINTS)(
  '%s, a commit whose answer is lost is found, and its caller gets the result',
  async (...cutPoint) => {
    const [, answer, , before] = cutPoint;
    const { url, wire, bank, teller, draft, store } = await openCutRig();
    await before(url);
    await teller.customer();
    wire.cut({ from: 'server', at: answer });
    expect(await store.run(acceptTransaction, draft)).toMatchObject({ replayed: false });
    expect(wire.isArmed()).toBe(false);
    expect(await store.run(acceptTransaction, draft)).toMatchObject({ replayed: true });
    await expectSameInNewCopy(url, bank);
  },
);

test.skipIf(!server).each(CUT_POINTS)(
  '%s, a commit that never reached the server leaves nothing',
  async (...cutPoint) => {
    const [, , clientCut, before] = cutPoint;
    const { url, wire, bank, teller, draft, store } = await openCutRig();
    await before(url);
    await teller.customer();
    wire.cut({ from: 'client', at: clientCut });
    await expect(store.run(acceptTransaction, draft)).rejects.toThrow(CommitFailed);
    expect(wire.isArmed()).toBe(false);
    expect(await store.run(acceptTransaction, draft)).toMatchObject({ replayed: false });
    await expectSameInNewCopy(url, bank);
  },
);

test.skipIf(!server)('an abandoned commit that arrives late takes no effect', async () => {
  const { url, wire, bank, teller, draft, store } = await openCutRig();
  await teller.customer();
  wire.cut({ from: 'client', at: 0, isHeld: true });
  await expect(store.run(acceptTransaction, draft)).rejects.toThrow(CommitFailed);
  await wire.deliver();
  expect(await store.run(acceptTransaction, draft)).toMatchObject({ replayed: false });
  await expectSameInNewCopy(url, bank);
});

test.skipIf(!server)(
  'an answer without a write reflects the latest commit of any process',
  async () => {
    const { url, bank, draft, store } = await openCutRig();
    const other = await openForTest({ url, environment: 'sandbox' });
    await bank.catchUp();
    const { id } = await other.ledger.run(acceptTransaction, draft);
    // This process may not know of it yet.
    expect(await store.run(acceptTransaction, draft)).toMatchObject({ replayed: true, id });
  },
);

test.skipIf(!server)('committed data are readable while PostgreSQL is unreachable', async () => {
  const { wire, bank, teller, sides, draft, store } = await openCutRig();
  const { ledger } = bank;
  const from = sides[0]?.from ?? '';
  wire.setClosed(true);
  const waitingWrite = store.run(acceptTransaction, draft);
  expect((await readBalance(ledger, teller.tenantId, from))?.posted).toBe(1000);
  await expect(waitingWrite).rejects.toThrow(CommitFailed);
  await expect(tryWrite(ledger.database)).rejects.toThrow(CommitFailed);
  wire.setClosed(false);
  expect(await store.run(acceptTransaction, draft)).toMatchObject({ replayed: false });
});

test.skipIf(!server)('a PostgreSQL error undoes one member of a group', async () => {
  const { url, bank, teller, sides } = await openBusyBank(5);
  const ids = await Promise.all(sides.map((side) => teller.accept(side)));
  await queryServer(
    url,
    `CREATE TRIGGER no BEFORE INSERT ON entries FOR EACH ROW
     WHEN (NEW.transaction_id = '${ids[2]}') EXECUTE FUNCTION refuse('not this one')`,
  );
  // Each settlement is a separate write, and all are in one commit.
  const settled = await Promise.allSettled(
    ids.map((id) => bank.ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW })),
  );
  expect(settled.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ]);
  await queryServer(url, 'DROP TRIGGER no ON entries');
  expect(
    await bank.ledger.run(settleTransactions, { ids: [ids[2] ?? ''], workflow: WORKFLOW }),
  ).toMatchObject([{ status: 'posted' }]);
});

test.skipIf(!server)('a copy with another history is reloaded', async () => {
  const { url, bank, teller, sides } = await openBusyBank(2);
  const before = await queryServer(url, 'SELECT number, mark FROM commit_head');
  const { number, mark } = before.rows[0];
  await teller.send(sides[0] ?? {});
  // The state after the restore of a backup from which other processes have continued.
  await queryServer(
    url,
    `UPDATE commit_head SET number = ${number}, mark = 'restored ${mark}';
     DELETE FROM commits; UPDATE customers SET name = 'restored'`,
  );
  await teller.send(sides[1] ?? {});
  const readNames = (ledger: Ledger) =>
    ledger.database.raw.prepare('SELECT DISTINCT name FROM customers').pluck().all();
  expect(readNames(bank.ledger)).toEqual(['restored']);
  await expectSameInNewCopy(url, bank);
});

test.skipIf(!server)('a database belongs to the environment that opened it first', async () => {
  const url = await createLedgerDatabase(server as PostgresServer);
  await queryServer(url, 'ALTER SCHEMA ledger_sandbox RENAME TO ledger_production');
  const other = openForTest({ url, environment: 'production' });
  await expect(other).rejects.toThrow('is the ledger of sandbox');
});
