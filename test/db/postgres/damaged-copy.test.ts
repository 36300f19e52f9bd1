// A copy may differ from PostgreSQL. Each value is compared when its row is written, so a wrong value
// moves no money: the copy is discarded and reloaded, and the act runs on the correct values.

import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { changeCustomer } from '../../../db/customers/acts.ts';
import { modelOf } from '../../../db/postgres/copy.ts';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import type { Table } from '../../../db/postgres/schema.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { dumpOf, readerOf, stoppedClock, violationsOf } from '../sqlite-rig.ts';
import { causeOf, type Teller, tellerOf } from '../teller.ts';
import { createLedgerDatabase, makeCopyFolder, openForTest, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();

async function openDamageRig() {
  const url = await createLedgerDatabase(server as PostgresServer);
  const folder = makeCopyFolder();
  const clock = stoppedClock();
  const reportedTables: string[][] = [];
  const opened = await openPostgresLedger({
    ...{ url, folder: folder.path, environment: 'sandbox', now: clock.now },
    notices: {
      onForeignServer() {},
      onOwnServer() {},
      onLoss: async () => {},
      onDifference: (_, tables) => void reportedTables.push([...tables]),
      onCopyWritten() {},
    },
  });
  onTestFinished(async () => {
    await opened.close();
    folder.remove();
  });
  const { ledger } = opened;
  const execute = (sql: string) => ledger.database.write(() => void ledger.database.raw.exec(sql));
  const { balance } = readerOf(async () => ledger, clock);
  const teller = tellerOf({ store: ledger, people: ledger, balance, execute });
  /** Writes to the file of the copy, as a fault of the disk or the memory would. */
  function damage(sql: string): number {
    const raw = new BetterSqlite3(ledger.database.raw.name);
    raw.pragma('foreign_keys = OFF');
    const { changes } = raw.prepare(sql).run();
    raw.close();
    return changes;
  }
  return { url, opened, ledger, teller, damage, reportedTables };
}

type DamageRig = Awaited<ReturnType<typeof openDamageRig>>;

async function expectSameInNewCopy({ url, ledger }: DamageRig): Promise<void> {
  const newCopy = await openForTest({ url, environment: 'sandbox' });
  expect(dumpOf(newCopy.ledger)).toEqual(dumpOf(ledger));
  expect(violationsOf(newCopy.ledger, Date.now())).toEqual([]);
}

test.skipIf(!server)(
  '5,000.00 are not paid out of 10.00 when the local copy shows 10,010.00',
  async () => {
    const rig = await openDamageRig();
    const { teller, damage, reportedTables } = rig;
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    const damagedRows = damage(
      `UPDATE accounts SET posted = posted + 1000000 WHERE id = '${from}'`,
    );
    expect(damagedRows).toBe(1);
    expect((await teller.figures(from)).posted).toBe(1_001_000);

    const id = await teller.accept({ from, to, amount: 500_000 });
    expect(await teller.settle(id)).toMatchObject([{ status: 'declined' }]);

    expect(reportedTables).toHaveLength(1);
    expect(await teller.figures(from)).toMatchObject({ posted: 1_000, held: 0 });
    expect(await teller.figures(to)).toMatchObject({ posted: 0 });
    // The copy is correct again.
    await teller.post({ from, to, amount: 1_000 });
    expect(reportedTables).toHaveLength(1);
    await expectSameInNewCopy(rig);
  },
);

/** Acts that together change each kind of row about money. Each prepares the act and returns it. */
const ACTS: Readonly<
  Record<string, (rig: DamageRig, sides: Sides) => Promise<() => Promise<unknown>>>
> = {
  'settles a payment': async ({ teller }, sides) => {
    const id = await teller.accept({ ...sides, amount: 10 });
    return () => teller.settle(id);
  },
  'captures a hold': async ({ teller }, sides) => {
    const id = await teller.hold({ ...sides, amount: 10 });
    return () => teller.capture(id);
  },
  'cancels a hold': async ({ teller }, sides) => {
    const id = await teller.hold({ ...sides, amount: 10 });
    return () => teller.release(id, 'canceled');
  },
  'reverses a payment': async ({ teller }, sides) => {
    const id = await teller.post({ ...sides, amount: 10 });
    return async () => {
      const { id: reversalId } = await teller.reverse(id);
      await teller.settle(reversalId);
    };
  },
  'freezes an account': async ({ teller }, { from }) => {
    return () => teller.changeStatus(from, 'frozen');
  },
  'changes a customer': async ({ ledger, teller }) => {
    const customerId = await teller.customer();
    return () =>
      ledger.run(changeCustomer, {
        ...{ tenantId: teller.tenantId, customerId, ifVersion: null, cause: causeOf() },
        fields: { name: 'Grace Hopper' },
      });
  },
};

interface Sides {
  readonly from: string;
  readonly to: string;
}

async function openSides(teller: Teller): Promise<Sides> {
  return {
    from: await teller.account({ funds: 1_000 }),
    to: await teller.account({ funds: 1_000 }),
  };
}

/** Lists the tables with changed or deleted rows since a commit. */
async function listTablesChangedSince(url: string, number: number): Promise<string[]> {
  const { rows } = await queryServer(
    url,
    `SELECT DISTINCT split_part(n, ' ', 1) AS name FROM commits, unnest(names) n
     WHERE number > ${number} AND n !~ ' born$' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

const readHead = async (url: string) =>
  Number((await queryServer(url, 'SELECT number FROM commit_head')).rows[0].number);

/**
 * Columns to which an act adds, and which do not influence its decision. A wrong value in another
 * column may make the act refuse, and then it does not write the row.
 */
const NUMBER_COLUMNS = [
  'posted',
  'value',
  'size',
  'version',
  'settled_at',
  'updated_at',
  'version_at',
];

/** Adds one to one of these columns in each row. Returns false when the table has none of them. */
function damageTable({ damage }: DamageRig, table: Table): boolean {
  const column = NUMBER_COLUMNS.find((item) => table.columns.some(({ name }) => name === item));
  if (column === undefined) return false;
  const condition = `WHERE "${column}" IS NOT NULL`;
  return damage(`UPDATE "${table.name}" SET "${column}" = "${column}" + 1 ${condition}`) > 0;
}

test.skipIf(!server).each(Object.keys(ACTS))(
  'a wrong number in a copied row is detected when an act changes the row: the act %s',
  async (name) => {
    const rig = await openDamageRig();
    const { url, teller, reportedTables } = rig;
    const prepare = () => openSides(teller).then((sides) => ACTS[name]?.(rig, sides));
    const first = await prepare();
    const before = await readHead(url);
    await first?.();
    const tables = await listTablesChangedSince(url, before);
    expect(tables.length).toBeGreaterThan(0);
    const { tables: tablesByName } = modelOf('ledger');
    const damagedTables: string[] = [];
    for (const table of tables) {
      const act = await prepare();
      if (!damageTable(rig, tablesByName.get(table) as Table)) continue;
      damagedTables.push(table);
      const { length } = reportedTables;
      await act?.();
      expect(reportedTables.slice(length).flat()).toContain(table);
    }
    expect(damagedTables).not.toEqual([]);
    await expectSameInNewCopy(rig);
  },
);

test.skipIf(!server)(
  'a row missing from the copy is detected when it is written again',
  async () => {
    const rig = await openDamageRig();
    const { ledger, teller, damage, reportedTables } = rig;
    const draft = {
      ...(await openSides(teller).then(({ from, to }) => ({ from, to, amount: 10 }))),
      key: 'once',
    };
    const id = await teller.post(draft);
    expect(damage(`DELETE FROM transactions WHERE id = '${id}'`)).toBe(1);
    expect(await teller.accept(draft)).toBe(id);
    expect(reportedTables).toHaveLength(1);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
  },
);
