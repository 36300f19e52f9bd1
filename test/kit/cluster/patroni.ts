// Two PostgreSQL servers under Patroni with the configuration of deploy/patroni, an etcd, and
// HAProxy in front of them.

import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../../scripts/run/ports.mjs';
import { findPrograms, findServerUser, killTree } from '../../../scripts/run/postgres-server.ts';
import { spawnTethered, type Tethered } from '../../../scripts/run/tether.mjs';
import { ROOT } from './cluster.ts';

const STOP_MS = 20_000;
const POLL = { timeout: 120_000, interval: 200 };
const NAMES = ['one', 'two'] as const;
type Name = (typeof NAMES)[number];

/** Returns the reason why Patroni cannot run here; null when it can. */
export function findPatroniFault(): string | null {
  const runs = (program: string) => spawnSync(program, ['--version']).status === 0;
  const missing = ['etcd', 'etcdctl', 'patroni', 'haproxy', 'setpriv'].filter(
    (program) => !runs(program) && spawnSync('which', [program]).status !== 0,
  );
  if (missing.length === 0) return null;
  return `no ${missing.join(', ')} on this machine (node test/kit/cluster/prepare.ts)`;
}

export interface PatroniServers {
  /** `host:port` of HAProxy, which forwards to the leader. */
  readonly proxy: string;
  readonly superuserPassword: string;
  /** Returns an address that names both servers. */
  urlOf(user: string, password: string, database: string): string;
  leader(): Promise<Name>;
  /** Makes a planned switchover; resolves once the other server is the leader. */
  switchOver(): Promise<void>;
  /** Kills the leader and its Patroni with SIGKILL, and returns the leader's name. */
  killLeader(): Promise<Name>;
  /** Starts a server that was killed. */
  start(name: Name): void;
  /** Makes a base backup of the leader; `restore` recovers it to a point in time. */
  baseBackup(): Promise<void>;
  /**
   * Stops both servers and recovers the data to a point in time on one server; the other server is
   * then copied from it.
   */
  restore(moment: string): Promise<void>;
  /** Resolves once one server is the leader and the other follows it synchronously. */
  waitUntilReplicated(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the servers in a folder, and waits until commits reach both. */
export async function startPatroni(folder: string): Promise<PatroniServers> {
  const user = findServerUser();
  mkdirSync(folder, { recursive: true });
  if (user) chownSync(folder, user.uid, user.gid);
  const output = openSync(join(folder, 'output.log'), 'a');
  const PATH = process.env.PATH ?? '';
  const started: Tethered[] = [];
  const startProgram = (command: string, args: readonly string[], env: Record<string, string>) => {
    const all = { PATH, HOME: folder, LANG: 'C.UTF-8', ...env };
    const child = spawnTethered({ command, args, env: all, output, graceMs: STOP_MS });
    started.push(child);
    return child;
  };
  const etcd = await etcdArguments(folder);
  startProgram('etcd', etcd.args, {});

  const archive = join(folder, 'archive');
  for (const folderPath of [archive, join(folder, 'base')]) {
    mkdirSync(folderPath, { mode: 0o700 });
    if (user) chownSync(folderPath, user.uid, user.gid);
  }

  const superuserPassword = randomBytes(12).toString('hex');
  const passwords = {
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: superuserPassword,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: randomBytes(12).toString('hex'),
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: randomBytes(12).toString('hex'),
  };
  const servers = new Map<Name, { port: number; restPort: number; running: Tethered | null }>();
  for (const name of NAMES) {
    servers.set(name, { port: await freePort(), restPort: await freePort(), running: null });
  }
  const serverOf = (name: Name) => servers.get(name) as NonNullable<ReturnType<typeof servers.get>>;
  const dataOf = (name: Name) => join(folder, name);

  function start(name: Name): void {
    const { port, restPort } = serverOf(name);
    const config = join(ROOT, 'deploy', 'patroni', 'member.yml');
    const userCommand = user
      ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
      : [];
    const [command = '', ...args] = [...userCommand, 'patroni', config];
    serverOf(name).running = startProgram(command, args, {
      ...passwords,
      WAL_ARCHIVE: archive,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcd.address,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(name),
      PATRONI_POSTGRESQL_BIN_DIR: findPrograms() ?? '',
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
    });
  }

  // Each server is asked directly, because etcd lists a dead leader until its lease expires.
  const hasRole = (name: Name, role: 'primary' | 'sync') =>
    fetch(`http://127.0.0.1:${serverOf(name).restPort}/${role}`).then(
      ({ ok }) => ok,
      () => false,
    );
  async function findLeader(): Promise<Name | undefined> {
    for (const name of NAMES) if (await hasRole(name, 'primary')) return name;
    return undefined;
  }
  async function leader(): Promise<Name> {
    return vi.waitUntil(findLeader, POLL);
  }
  async function waitUntilReplicated(): Promise<void> {
    const isFollowing = async () => {
      const first = await findLeader();
      const second = NAMES.find((name) => name !== first);
      return first !== undefined && second !== undefined && hasRole(second, 'sync');
    };
    await vi.waitUntil(isFollowing, POLL);
  }

  start('one');
  // The first server initialises the cluster; the other one is a copy of it.
  await leader();
  start('two');
  await waitUntilReplicated();
  const proxy = `127.0.0.1:${await freePort()}`;
  startProgram('haproxy', ['-f', join(ROOT, 'deploy', 'haproxy', 'postgres.cfg')], {
    POSTGRES_PROXY: proxy,
    POSTGRES_ONE: `127.0.0.1:${serverOf('one').port}`,
    POSTGRES_TWO: `127.0.0.1:${serverOf('two').port}`,
    POSTGRES_ONE_PORT: String(serverOf('one').restPort),
    POSTGRES_TWO_PORT: String(serverOf('two').restPort),
  });

  const runAsServer = (program: string, args: readonly string[]): string =>
    execFileSync(join(findPrograms() ?? '', program), args, {
      ...{ ...user, cwd: folder, encoding: 'utf8' },
      env: { PATH, PGPASSWORD: superuserPassword },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  // HAProxy takes both servers for leaders until its first health check.
  const psql = ['-h', '127.0.0.1', '-p', proxy.split(':')[1] ?? '', '-U', 'postgres'];
  const isProxyReady = () => {
    try {
      return runAsServer('psql', [...psql, '-Atc', 'SELECT pg_is_in_recovery()']) === 'f\n';
    } catch {
      return false;
    }
  };
  await vi.waitUntil(isProxyReady, POLL);
  const postmasterOf = (name: Name) =>
    Number(readFileSync(join(dataOf(name), 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    ...{ proxy, superuserPassword, leader, start, waitUntilReplicated },
    urlOf(name, password, database) {
      const hosts = NAMES.map((name) => `127.0.0.1:${serverOf(name).port}`).join(',');
      return `postgres://${name}:${password}@${hosts}/${database}`;
    },
    async switchOver() {
      const from = await leader();
      const to = NAMES.find((name) => name !== from);
      const answer = await fetch(`http://127.0.0.1:${serverOf(from).restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from, candidate: to }),
      });
      if (!answer.ok) throw new Error(`Patroni did not switch over: ${await answer.text()}`);
      await vi.waitUntil(async () => (await findLeader()) === to, POLL);
    },
    async killLeader() {
      const name = await leader();
      await serverOf(name).running?.kill();
      await killTree(postmasterOf(name));
      return name;
    },
    async baseBackup() {
      const { port } = serverOf(await leader());
      const to = ['-D', join(folder, 'base'), '-X', 'stream', '-c', 'fast'];
      runAsServer('pg_basebackup', [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        ...to,
      ]);
    },
    async restore(moment) {
      const first = await leader();
      // The leader is stopped last, because a running follower would take over.
      for (const name of NAMES) if (name !== first) await serverOf(name).running?.stop(STOP_MS);
      await serverOf(first).running?.stop(STOP_MS);
      for (const name of NAMES) rmSync(dataOf(name), { recursive: true, force: true });
      execFileSync('etcdctl', ['del', '--prefix', '/service/kontor/'], {
        env: { PATH, ETCDCTL_API: '3', ETCDCTL_ENDPOINTS: etcd.address },
        stdio: 'ignore',
      });
      renameSync(join(folder, 'base'), dataOf('one'));
      const settings = [
        `restore_command = 'cp "${archive}/%f" "%p"'`,
        `recovery_target_time = '${moment}'`,
        "recovery_target_action = 'promote'",
        'archive_mode = off',
      ];
      const settingsFile = join(dataOf('one'), 'postgresql.auto.conf');
      const before = readFileSync(settingsFile, 'utf8');
      appendFileSync(settingsFile, `${settings.join('\n')}\n`);
      writeFileSync(join(dataOf('one'), 'recovery.signal'), '');
      if (user) chownSync(join(dataOf('one'), 'recovery.signal'), user.uid, user.gid);
      // PostgreSQL runs without Patroni until the recovery target is reached.
      const startOptions = `-p ${serverOf('one').port} -c listen_addresses=127.0.0.1 -c synchronous_standby_names=`;
      const log = join(folder, 'recovery.log');
      runAsServer('pg_ctl', [
        '-D',
        dataOf('one'),
        '-w',
        '-s',
        '-l',
        log,
        '-o',
        startOptions,
        'start',
      ]);
      const recovering = () =>
        runAsServer('psql', [
          ...['-h', '127.0.0.1', '-p', String(serverOf('one').port), '-U', 'postgres'],
          ...['-Atc', 'SELECT pg_is_in_recovery()'],
        ]);
      await vi.waitUntil(() => recovering() === 'f\n', POLL);
      runAsServer('pg_ctl', ['-D', dataOf('one'), '-w', '-s', '-m', 'fast', 'stop']);
      writeFileSync(settingsFile, before);
      start('one');
      await leader();
      start('two');
      await waitUntilReplicated();
    },
    async stop() {
      for (const child of started.reverse()) await child.stop(STOP_MS);
      closeSync(output);
    },
  };
}

async function etcdArguments(folder: string) {
  const [client, peer] = [await freePort(), await freePort()];
  const urls = { client: `http://127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` };
  const args = [
    ...['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=${urls.peer}`],
    ...['--listen-client-urls', urls.client, '--advertise-client-urls', urls.client],
    ...['--listen-peer-urls', urls.peer, '--initial-advertise-peer-urls', urls.peer],
  ];
  return { address: `127.0.0.1:${client}`, args };
}

/** Runs a script of docker-compose.yml as the superuser of the leader. */
export function runAsSuperuser(
  { proxy, superuserPassword }: PatroniServers,
  script: string,
  env: Readonly<Record<string, string>>,
): void {
  const [PGHOST = '', PGPORT = ''] = proxy.split(':');
  execFileSync('/bin/sh', ['-euc', script], {
    env: { ...process.env, ...env, PGHOST, PGPORT, PGPASSWORD: superuserPassword },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
