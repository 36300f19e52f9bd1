// An address of PostgreSQL may name several servers, and a certificate may be required: the bank
// finds the server that accepts writes, reads the state of its standbys, and refuses a certificate
// for another name.

import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { logReplication, watchReplication } from '../../../bank/replication-watch.ts';
import { connectTo, hostUrls } from '../../../db/postgres/hosts.ts';
import { openReplicationReader } from '../../../db/postgres/replication.ts';
import {
  findPrograms,
  postgresFault,
  startPostgres,
} from '../../../scripts/run/postgres-server.ts';
import { tellerOf } from '../teller.ts';
import { createLedgerDatabase, openForTest, queryServer } from './rig.ts';

const postgresMissing = postgresFault();
if (postgresMissing !== null)
  console.warn(`NOT RUN: several servers in one address: ${postgresMissing}`);

test('an address with several servers is split into one address per server', () => {
  const after = '/bank?sslmode=verify-full';
  expect(hostUrls(`postgres://kontor:p%40ss@one:5432,two:5433${after}`)).toEqual([
    `postgres://kontor:p%40ss@one:5432${after}`,
    `postgres://kontor:p%40ss@two:5433${after}`,
  ]);
  expect(hostUrls('postgresql://one/bank')).toEqual(['postgresql://one/bank']);
  const readUrl = (url: string) => readConfig({ KONTOR_DATABASE_URL: url }).databaseUrl;
  const severalServers = 'postgres://u:p@[::1]:5432,two/bank';
  expect(readUrl(severalServers)).toBe(severalServers);
  for (const wrong of ['postgres://one,/bank', 'postgres://one,two', 'postgres://one:x,two/b']) {
    expect(() => readUrl(wrong), wrong).toThrow('KONTOR_DATABASE_URL: expected postgres://');
  }
});

test.skipIf(postgresMissing !== null)(
  'a ledger continues on a promoted standby of its address, and the bank reports the state ' +
    'of its standbys',
  { timeout: 240_000 },
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const url = await createLedgerDatabase(server);
    const singleServerReader = openReplicationReader(url);
    onTestFinished(() => singleServerReader.close());
    expect(await singleServerReader.read()).toEqual({ state: 'none', canLose: true, standbys: 0 });

    const standby = await server.standby('second');
    onTestFinished(() => standby.stop());
    const { host, pathname } = new URL(url);
    // The standby is named first: it accepts no writes, so the other server is found.
    const bothHosts = `postgres://kontor@127.0.0.1:${standby.port},${host}${pathname}`;
    const reader = openReplicationReader(bothHosts);
    onTestFinished(() => reader.close());
    await expect.poll(reader.read).toEqual({ state: 'asynchronous', canLose: true, standbys: 1 });
    const messages: string[] = [];
    const log = pino(
      { level: 'info' },
      { write: (line) => void messages.push(JSON.parse(line).msg) },
    );
    const watch = watchReplication(bothHosts, log, await logReplication(bothHosts, log), 50);
    onTestFinished(() => watch.stop());
    await expect.poll(() => messages.at(-1)).toContain('a failover can lose acknowledged commits');
    const setSynchronousNames = async (names: string) => {
      await queryServer(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await queryServer(url, 'SELECT pg_reload_conf()');
    };
    await setSynchronousNames('*');
    await expect.poll(reader.read).toEqual({ state: 'synchronous', canLose: false, standbys: 1 });
    await expect.poll(() => messages.at(-1)).toContain('is on a synchronous standby');
    expect(watch.state()).toEqual({ state: 'synchronous', canLose: false, standbys: 1 });
    await setSynchronousNames('another');
    await expect.poll(reader.read).toEqual({ state: 'waiting', canLose: false, standbys: 1 });
    await setSynchronousNames('*');
    await expect.poll(reader.read).toEqual({ state: 'synchronous', canLose: false, standbys: 1 });
    // A user without pg_monitor sees that there is a standby, but not its state.
    await queryServer(url, 'CREATE ROLE plain LOGIN');
    const plainReader = openReplicationReader(url.replace('kontor@', 'plain@'));
    onTestFinished(() => plainReader.close());
    expect(await plainReader.read()).toEqual({
      state: 'unknown',
      canLose: null,
      standbys: null,
    });

    const { ledger } = await openForTest({ url: bothHosts, environment: 'sandbox' });
    const idlePorts = { balance: async () => null, execute: async () => undefined };
    const teller = tellerOf({ store: ledger, people: ledger, ...idlePorts });
    const accountId = await teller.account({ funds: 700 });
    const { rows } = await queryServer(url, 'SELECT pg_current_wal_lsn() AS at');
    await server.kill();
    await standby.promote(String(rows[0]?.at));
    await expect
      .poll(
        () =>
          teller.account({ funds: 300 }).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const standbyUrl = `postgres://kontor@127.0.0.1:${standby.port}${pathname}`;
    const stored = await queryServer(
      standbyUrl,
      `SELECT posted FROM accounts WHERE id = '${accountId}'`,
    );
    expect(Number(stored.rows[0]?.posted)).toBe(700);
  },
);

const tlsFault = existsSync('/usr/bin/openssl') ? findTlsFault() : 'no openssl on this machine';
if (tlsFault !== null) console.warn(`NOT RUN: sslmode=verify-full: ${tlsFault}`);

/** Returns the reason why the server does not support TLS, or null when it does. */
function findTlsFault(): string | null {
  const config = join(findPrograms() ?? '', 'pg_config');
  if (!existsSync(config)) return null;
  const buildOptions = execFileSync(config, ['--configure'], { encoding: 'utf8' });
  return /--with-(open)?ssl/.test(buildOptions) ? null : 'this PostgreSQL was built without TLS';
}

test.skipIf(postgresMissing !== null || tlsFault !== null)(
  'with sslmode=verify-full a server whose certificate names another host is refused',
  { timeout: 120_000 },
  async () => {
    const server = await startPostgres({
      configure(folder) {
        const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
        const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
        const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
        const files = ['-keyout', key, '-out', certificate];
        execFileSync('openssl', [...args, ...files], { stdio: 'ignore' });
        const { uid, gid } = statSync(folder);
        for (const file of [certificate, key]) chownSync(file, uid, gid);
        return ['ssl = on', `ssl_cert_file = '${certificate}'`, `ssl_key_file = '${key}'`];
      },
    });
    onTestFinished(() => server.stop());
    const url = new URL(server.database('secure'));
    const verifyTerms = `sslmode=verify-full&sslrootcert=${join(server.folder, 'server.crt')}`;
    const urlOf = (host: string, terms: string) =>
      `postgres://kontor@${host}:${url.port}/secure?${terms}`;
    const client = await connectTo(urlOf('localhost', verifyTerms));
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    expect(rows[0]?.ssl).toBe(true);
    await client.end();
    await expect(connectTo(urlOf('127.0.0.1', verifyTerms))).rejects.toThrow(
      "certificate's altnames",
    );
    await expect(connectTo(urlOf('localhost', 'sslmode=verify-full'))).rejects.toThrow(
      'self-signed',
    );
    // Of several servers, the bank connects to the one with a valid certificate.
    const severalServers = `postgres://kontor@127.0.0.1:${url.port},localhost:${url.port}/secure?${verifyTerms}`;
    await (await connectTo(severalServers)).end();
  },
);
