// The start of a new standby of a bank with a history: `KONTOR_DATABASE_URL=postgres://… npm run
// node -- bench/new-standby.ts DATA_DIR`. The database belongs to a stopped bank with the data
// directory DATA_DIR, as `BENCH_POSTGRES=… bench/whole-growth.ts 1000000 100 5000 0 FOLDER` leaves
// them (FOLDER/with/data). The bench works on copies of both and removes the copies. It measures
// the time from the start of the process until it serves, for a standby that gets its copy from the
// writer, for one that gets it from that standby, and for the latter again with its own copy.
// `--rows` adds a standby that finds no other process and reads PostgreSQL's rows.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { temporaryFolder } from './measure.ts';
import { type Follower, startFollower, startTestbed } from './testbed.ts';

const { values, positionals } = parseArgs({
  options: { rows: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [source] = positionals;
const databaseUrl = process.env.KONTOR_DATABASE_URL;
if (source === undefined || databaseUrl === undefined) {
  process.stderr.write('KONTOR_DATABASE_URL=postgres://… bench/new-standby.ts DATA_DIR [--rows]\n');
  process.exit(64);
}
const READY_WITHIN_MS = 1_800_000;
const LEDGER = 'ledger_sandbox';
/** Files in the folder of a running bank that a copy does not need. */
const LEFT_OUT = /^(temporal\.|bank\.log|snapshots$|.*\.lock$)/;

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(Math.round(ms / 100) / 10).toString()} s`;

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const url = new URL(databaseUrl);
const template = url.pathname.slice(1);
url.pathname = `/new_standby_${process.pid}`;
const admin = new URL(databaseUrl);
admin.pathname = '/postgres';

const folder = temporaryFolder();
const dataDir = join(folder.path, 'data');
const copyOf = (name: string) => join(folder.path, name, `${LEDGER}-copy-1.db`);

/** Transactions in a file of a copy. */
function countIn(file: string): number {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM transactions').pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

/** The number of times that a process of the bank could not write its copy to a file. */
const countFailures = () =>
  readFileSync(join(dataDir, 'bank.log'), 'utf8').split('could not write its copy out').length - 1;

/** Starts a standby, and says how long it took and whether its copy has every transaction. */
async function measure(
  name: string,
  from: string,
  testbed: Parameters<typeof startFollower>[0],
): Promise<Follower> {
  const copies = join(folder.path, name);
  mkdirSync(copies, { recursive: true });
  const env = { KONTOR_DATABASE_URL: url.href, KONTOR_COPY_DIR: copies };
  // A process that begins to write its copy creates a file in the folder; when it gives up, it logs
  // that.
  let isAsked = false;
  const snapshots = join(dataDir, 'snapshots');
  const look = setInterval(() => {
    isAsked ||= existsSync(snapshots) && readdirSync(snapshots).length > 0;
  }, 20);
  const failures = countFailures();
  const follower = await startFollower(testbed, env);
  clearInterval(look);
  const [row] = await ask<{ count: string }>(
    url.href,
    `SELECT count(*) AS count FROM ${LEDGER}.transactions`,
  );
  const count = countIn(copyOf(name));
  if (count !== Number(row?.count)) throw new Error(`${name}: ${count} of ${row?.count} are there`);
  const megabytes = Math.round(statSync(copyOf(name)).size / 1e6);
  const ofFile = countFailures() === failures ? 'as a file' : 'from the rows: no file was written';
  const way = isAsked ? ofFile : 'without asking';
  print(
    `${from} (${way}): ${seconds(follower.startMs)}, ${seconds(follower.cpuMs)} of processor time, ` +
      `${count} transactions, ${megabytes} MB`,
  );
  return follower;
}

const stops: (() => Promise<unknown>)[] = [];
try {
  cpSync(resolve(source), dataDir, {
    recursive: true,
    filter: (path) => !LEFT_OUT.test(basename(path)),
  });
  await ask(admin.href, `CREATE DATABASE ${url.pathname.slice(1)} TEMPLATE ${template}`);
  const env = { KONTOR_DATABASE_URL: url.href };
  const testbed = await startTestbed({ dataDir, env, readyWithinMs: READY_WITHIN_MS });
  stops.push(testbed.stop);
  print(`writer: ready after ${seconds(testbed.startMs)}`);
  const first = await measure('one', 'new, from the writer', testbed);
  stops.push(first.stop);
  const second = await measure('two', 'new, from a standby', testbed);
  await second.stop();
  const restartedFollower = await measure('two', 'with its own copy', testbed);
  await restartedFollower.stop();
  if (values.rows) {
    // No process answers in another folder, so the rows come from PostgreSQL.
    const separateTestbed = { ...testbed, dataDir: join(folder.path, 'apart') };
    cpSync(dataDir, separateTestbed.dataDir, {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(basename(path)) && !/-copy-\d/.test(path),
    });
    stops.push((await measure('three', 'new, from the rows', separateTestbed)).stop);
  }
} finally {
  for (const stop of stops.reverse()) await stop();
  await ask(admin.href, `DROP DATABASE IF EXISTS ${url.pathname.slice(1)} WITH (FORCE)`);
  folder.remove();
}
