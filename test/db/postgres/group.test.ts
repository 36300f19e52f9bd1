// How a group of money acts goes to PostgreSQL: in few round trips, whole or not at all, and again
// after the connection was lost.

import { expect, onTestFinished, test } from 'vitest';
import { openPostgresLedger, type PostgresLedger } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/postgres-server.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';
import { asked, copyOf, ledgerDatabase } from './rig.ts';
import { postgresForTests } from './server.ts';

const GROUP = 64;
const MOST = 12;

const server = await postgresForTests();

async function opened(url: string): Promise<PostgresLedger> {
  const ledger = await openPostgresLedger({ url, environment: 'sandbox' });
  onTestFinished(() => ledger.close());
  return ledger;
}

function tellerAt({ ledger }: PostgresLedger, tenantId?: string) {
  const nothing = { balance: async () => null, execute: async () => undefined };
  return tellerOf({ store: ledger.store, people: ledger, ...nothing }, tenantId);
}

async function busy() {
  const url = await ledgerDatabase(server as PostgresServer);
  const bank = await opened(url);
  const teller = tellerAt(bank);
  const customerId = await teller.customer();
  const open = () => teller.account({ customerId, funds: 1000 });
  const ids = await Promise.all(Array.from({ length: GROUP + 1 }, open));
  const id = (index: number) => ids[index] ?? null;
  const sides = Array.from({ length: GROUP }, (_, i) => ({ from: id(i), to: id(i + 1) }));
  return { url, bank, teller, sides };
}

test.skipIf(!server)('a group of 64 of any money act takes at most 12 round trips', async () => {
  const { url, bank, teller, sides } = await busy();
  const { tenantId } = teller;
  const trips: Record<string, number> = {};
  async function counted<T>(name: string, of: PostgresLedger, act: () => Promise<T>): Promise<T> {
    const before = of.roundTrips();
    const result = await act();
    trips[name] = of.roundTrips() - before;
    return result;
  }
  const each = <T>(members: readonly T[], act: (member: T, index: number) => Promise<unknown>) =>
    Promise.all(members.map(act)) as Promise<{ id: string }[]>;
  const accept =
    ({ ledger }: PostgresLedger, more: object, key: string) =>
    () =>
      each(sides, (one, i) =>
        ledger.store.accept(draftOf(tenantId, { ...one, ...more, key: `${key}-${i}` })),
      );
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

  const sent = idsOf(await counted('accept', bank, accept(bank, {}, 'send')));
  await counted('settle', bank, () => bank.ledger.store.settle(sent, WORKFLOW));
  const held = idsOf(await accept(bank, { capture: 'manual' }, 'hold')());
  await counted('settle holds', bank, () => bank.ledger.store.settle(held, WORKFLOW));
  await counted('capture', bank, () => each(held, (id) => teller.capture(id, 50)));
  const back = await counted('reverse', bank, () => each(sent, (id) => teller.reverse(id)));
  await counted('settle reversals', bank, () => bank.ledger.store.settle(idsOf(back), WORKFLOW));
  const rest = idsOf(await accept(bank, { capture: 'manual' }, 'rest')());
  await bank.ledger.store.settle(rest, WORKFLOW);

  // Somebody who has nothing in memory yet.
  const cold = await opened(url);
  const other = tellerAt(cold, tenantId);
  await counted('release, cold', cold, () => each(rest, (id) => other.release(id, 'canceled')));
  const last = await opened(url);
  const more = idsOf(await counted('accept, cold', last, accept(last, {}, 'cold')));
  const settler = await opened(url);
  await counted('settle, cold', settler, () => settler.ledger.store.settle(more, WORKFLOW));

  expect(Object.entries(trips).filter(([, count]) => count > MOST)).toEqual([]);
  expect(Object.keys(trips)).toHaveLength(9);
  const copy = await copyOf(url, 'sandbox', Date.now);
  onTestFinished(() => copy.close());
  expect(violationsOf(await copy.ledger(), Date.now())).toEqual([]);
});

test.skipIf(!server)('a lost connection is an outage; the same key then does it once', async () => {
  const { url, bank, teller, sides } = await busy();
  const draft = draftOf(teller.tenantId, { ...sides[0], key: 'again' });
  await asked(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const answers = [];
  for (let i = 0; i < 3; i++) {
    answers.push(await bank.ledger.store.accept(draft).catch((error: Error) => error.message));
  }
  const [accepted, replayed] = answers.filter((answer) => typeof answer !== 'string');
  expect(accepted).toMatchObject({ replayed: false });
  expect(replayed).toMatchObject({ replayed: true });
});

test.skipIf(!server)('what PostgreSQL refuses undoes one member of a group', async () => {
  const { url, bank, teller, sides } = await busy();
  const ids = await Promise.all(sides.slice(0, 5).map((one) => teller.accept(one)));
  await asked(
    url,
    `CREATE TRIGGER no BEFORE INSERT ON entries FOR EACH ROW
     WHEN (NEW.transaction_id = '${ids[2]}') EXECUTE FUNCTION refuse('not this one')`,
  );
  // Each is a write of its own here, and all are in one commit.
  const settled = await Promise.allSettled(
    ids.map((id) => bank.ledger.store.settle([id], WORKFLOW)),
  );
  expect(settled.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ]);
  await asked(url, 'DROP TRIGGER no ON entries');
  expect(await bank.ledger.store.settle([ids[2] ?? ''], WORKFLOW)).toMatchObject([
    { status: 'posted' },
  ]);
});

test.skipIf(!server)('what is not on PostgreSQL yet says so, and writes nothing', async () => {
  const { bank, teller, sides } = await busy();
  const draft = draftOf(teller.tenantId, { ...sides[0] });
  await expect(bank.ledger.store.preview(draft)).rejects.toThrow('read inside its acts only');
  await expect(bank.ledger.store.startDue()).rejects.toThrow('not on PostgreSQL yet');
});

test.skipIf(!server)('a database belongs to the environment that opened it first', async () => {
  const url = await ledgerDatabase(server as PostgresServer);
  await opened(url);
  const other = openPostgresLedger({ url, environment: 'production' });
  await expect(other).rejects.toThrow('is the ledger of sandbox');
});
