// The money acts on PostgreSQL beside the same acts on SQLite, in turns: the cost of a transfer,
// and the number of queries of a group of 64.

import { join } from 'node:path';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../db/money/calls.ts';
import { openPostgresLedger } from '../db/postgres/ledger.ts';
import { postgresFault, startPostgres } from '../scripts/run/postgres-server.ts';
import { draft, openBooks } from './books.ts';
import { percentile, type Row, rate, temporaryFolder } from './measure.ts';
import { benchPostgresHttp } from './postgres-http.ts';

const GROUP = 64;
const ACCOUNTS = 200;
const ROUNDS = 5;
const WORKFLOW = { id: 'bench', runId: 'bench' };

type Bank = Pick<Ledger, 'run'>;

/**
 * Rows of the table; none where no PostgreSQL can run, and the reason on the way.
 * @param transfers of the acts alone, on each engine
 * @param seconds how long each figure over HTTP is measured
 */
export async function benchPostgres(transfers: number, seconds: number): Promise<Row[]> {
  const reason = postgresFault();
  if (reason !== null) {
    process.stderr.write(`PostgreSQL is not measured: ${reason}\n`);
    return [];
  }
  return [...(await benchActs(transfers)), ...(await benchPostgresHttp(seconds))];
}

async function benchActs(transfers: number): Promise<Row[]> {
  const server = await startPostgres({ isDurable: true });
  const folder = temporaryFolder();
  const file = join(folder.path, 'ledger.db');
  const sqlite = openLedger({ environment: 'sandbox', file });
  const url = server.database('bench');
  const opened = await openPostgresLedger({
    url,
    environment: 'sandbox',
    folder: folder.path,
  });
  const postgres = opened.ledger;
  try {
    const ids = {
      postgres: await openBooks(postgres, ACCOUNTS, 1_000_000_000),
      sqlite: await openBooks(sqlite, ACCOUNTS, 1_000_000_000),
    };
    const rates = { postgres: [] as number[], sqlite: [] as number[] };
    const trips: number[] = [];
    const count = Math.ceil(transfers / ROUNDS / GROUP) * GROUP;
    for (let round = 0; round < ROUNDS; round++) {
      rates.sqlite.push(await rate(count, () => send(sqlite, ids.sqlite, count)));
      const before = opened.roundTrips();
      rates.postgres.push(await rate(count, () => send(postgres, ids.postgres, count)));
      trips.push(((opened.roundTrips() - before) * GROUP) / count);
    }
    return rowsOf(server.version, rates, trips);
  } finally {
    await opened.close();
    sqlite.close();
    server.stop();
    folder.remove();
  }
}

function rowsOf(
  version: string,
  rates: Readonly<Record<'postgres' | 'sqlite', readonly number[]>>,
  trips: readonly number[],
): Row[] {
  return [
    {
      name: `accept and settle in groups of ${GROUP} on ${version}`,
      value: percentile(rates.postgres, 0.5),
      unit: 'transfers/s',
      floorName: 'the same acts on SQLite, in turns',
      floor: percentile(rates.sqlite, 0.5),
      target: {},
    },
    {
      name: `round trips of such a group, accepted in one commit and settled in the next`,
      value: percentile(trips, 0.5),
      unit: 'round trips',
      floorName: '',
      floor: null,
      target: { valueAtMost: 6 },
    },
  ];
}

let next = 0;

async function send(ledger: Bank, ids: readonly string[], count: number): Promise<void> {
  const id = (n: number) => ids[n % ids.length] as string;
  for (let done = 0; done < count; done += GROUP) {
    const drafts = Array.from({ length: GROUP }, () => {
      const n = next++;
      return draft({
        sourceAccountId: id(n),
        destinationAccountId: id(n + 1 + (n % 97)),
        cause: { actor: 'bench', requestId: 'bench', idempotencyKey: `key-${n}` },
      });
    });
    const accepted = await Promise.all(drafts.map((one) => ledger.run(acceptTransaction, one)));
    const settled = await ledger.run(settleTransactions, {
      ids: accepted.map((one) => one.id),
      workflow: WORKFLOW,
    });
    const posted = settled.filter(({ status }) => status === 'posted').length;
    if (posted !== GROUP) throw new Error(`${posted} of ${GROUP} were posted`);
  }
}
