// The cost of a transfer that depends on no machine's speed or load: processor time of the kernel
// and bytes on disk, by table. `npm run node -- bench/footprint.ts [transfers]` prints both;
// docs/scaling.md calculates with them.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../db/ledger.ts';
import { draft, openBooks, post } from './books.ts';
import { temporaryFolder } from './measure.ts';

const ACCOUNTS = 1_000;
const SHOWN = 12;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Sized {
  readonly name: string;
  readonly bytes: number;
}

async function footprint(transfers: number, group: number, isShown: boolean): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'ledger.db');
  const ledger = openLedger({ environment: 'sandbox', file });
  const { raw } = ledger.database;
  const sizes = raw.prepare<[], Sized>(
    `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
     FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name GROUP BY 1 ORDER BY 2 DESC`,
  );
  const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
  const id = (n: number) => ids[n % ACCOUNTS] as string;
  const before = new Map(sizes.all().map(({ name, bytes }) => [name, bytes]));
  const cpu = process.cpuUsage();
  for (let done = 0; done < transfers; done += group) {
    const drafts = Array.from({ length: group }, (_, at) =>
      draft({ sourceAccountId: id(done + at), destinationAccountId: id(done + at + 1) }),
    );
    await post(ledger, drafts);
  }
  const { user, system } = process.cpuUsage(cpu);
  const each = Math.round((user + system) / transfers);
  say(`${group} a commit: ${each} µs of processor time a transfer`);
  if (isShown) {
    raw.pragma('wal_checkpoint(TRUNCATE)');
    const grown = sizes.all().map(({ name, bytes }) => {
      return { name, each: (bytes - (before.get(name) ?? 0)) / transfers };
    });
    const sum = grown.reduce((total, one) => total + one.each, 0);
    say(`${Math.round(sum)} bytes a transfer, tables with their indexes:`);
    for (const one of grown.slice(0, SHOWN)) say(`  ${one.name} ${Math.round(one.each)}`);
    say(`file: ${statSync(file).size} bytes`);
  }
  ledger.close();
  folder.remove();
}

const transfers = Number(process.argv[2] ?? 20_480);
await footprint(Math.round(transfers / 10), 1, false);
await footprint(transfers, 32, false);
await footprint(transfers, 256, true);
