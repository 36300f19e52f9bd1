// A PostgreSQL server for tests and the bench: the installed version, in a temporary folder. When
// none is installed, the suites that need it are skipped with that reason.

import { execFileSync, type StdioOptions, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readStartTime } from './pid-file.mjs';
import { freePort } from './ports.mjs';

export interface PostgresServer {
  readonly version: string;
  /** Folder that the server's user owns. */
  readonly folder: string;
  /** Runs a program of PostgreSQL as that user. @throws Error when it fails */
  run(program: string, args: readonly string[]): void;
  /** Connection options of the server, for its programs. */
  readonly place: readonly string[];
  /** Makes an empty database, or a copy of one without connections. */
  database(name: string, template?: string): string;
  urlOf(database: string): string;
  /** Pids of the server's processes; the postmaster is the first. */
  pids(): number[];
  /**
   * Kills the postmaster and all of its processes with SIGKILL; `start` starts the server again.
   */
  kill(): Promise<void>;
  /** Starts the server again on the same port with the same data; resolves when it answers. */
  start(): Promise<void>;
  /** Makes a base backup of the running server; `restore` restores it. */
  baseBackup(name: string): void;
  /** Replaces the data with a base backup; the server has to be stopped. */
  restore(name: string): void;
  /** Starts a server that follows this one. */
  standby(name: string): Promise<Standby>;
  stop(): void;
}

export interface Standby {
  readonly port: number;
  /** Promotes the server once it has replayed the log up to a position. */
  promote(lsn: string): Promise<void>;
  stop(): void;
}

/** Folder of Debian's programs, which are not on the path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * Returns the folder of the server's programs, or null when PostgreSQL is not installed.
 * `TEST_POSTGRES` names the folder of another version.
 */
export function findPrograms(): string | null {
  const folder = process.env['TEST_POSTGRES'] ?? '';
  if (folder !== '') return existsSync(join(folder, 'initdb')) ? folder : null;
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user who runs the server, because PostgreSQL refuses to run as root; null for the
 * user of this process.
 */
export function findServerUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], QUIET_OPTIONS));
  return { uid: id('-u'), gid: id('-g') };
}

const START_ATTEMPTS = 50;
const START_PAUSE_MS = 100;

/** Returns the pids of a process and of its children. */
function listProcessTree(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return [pid, ...rows.flatMap(([child, parent]) => (child && parent === pid ? [child] : []))];
}

/**
 * Kills a process and its children with SIGKILL; the parent first, because it would restart them.
 */
export async function killTree(pid: number): Promise<void> {
  const pids = listProcessTree(pid);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself a moment ago.
    }
  }
  while (pids.some((pid) => readStartTime(pid) !== null)) await pause(5);
}

const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
const QUIET_OPTIONS = { encoding: 'utf8' as const, stdio };

/** Returns the reason why no server can run here, or null when one can. */
export function postgresFault(): string | null {
  const programs = findPrograms();
  if (programs === null) return 'PostgreSQL is not installed (Debian: apt install postgresql)';
  try {
    findServerUser();
  } catch {
    return 'PostgreSQL refuses to run as root, and there is no user postgres';
  }
  return null;
}

interface ServerOptions {
  /**
   * True: each commit is flushed, as in production. By default none is flushed, which suffices for
   * tests.
   */
  readonly isDurable?: boolean;
  /** Left out for any free port. */
  readonly port?: number;
  /** Returns further lines of postgresql.conf, given the folder. */
  readonly configure?: (folder: string) => readonly string[];
}

/** Settings of a server with disposable rows; its log stays small. */
const DISPOSABLE_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_wal_size=128MB',
  // Four test files run at once, and some of them open thirty ledgers.
  'max_connections=400',
].map((setting) => `-c ${setting}`);

/** Starts a server. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const { isDurable = false, configure } = options;
  const reason = postgresFault();
  if (reason) throw new Error(reason);
  const bin = findPrograms() ?? '';
  const serverUser = findServerUser();
  const folder = mkdtempSync(join(tmpdir(), 'kontor-postgres-'));
  if (serverUser) chownSync(folder, serverUser.uid, serverUser.gid);
  const data = join(folder, 'data');
  const run = (program: string, args: readonly string[]) => {
    // The programs must not run in this user's working directory, which the server's user may not
    // enter.
    const completedProcess = spawnSync(join(bin, program), args, {
      ...QUIET_OPTIONS,
      ...serverUser,
      cwd: folder,
    });
    if (completedProcess.status !== 0)
      throw new Error(
        `${program} ended with ${completedProcess.status}: ${completedProcess.stderr}`,
      );
  };
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'kontor', '--no-sync', '-E', 'UTF8']);
  if (configure) appendFileSync(join(data, 'postgresql.conf'), `${configure(folder).join('\n')}\n`);
  const port = options.port ?? (await freePort());
  const durabilitySettings = isDurable ? [] : DISPOSABLE_SETTINGS;
  const settings = [
    `-k ${folder}`,
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    ...durabilitySettings,
  ];
  const log = join(folder, 'log');
  const startArguments = ['-D', data, '-w', '-s', '-l', log, '-o', settings.join(' '), 'start'];
  run('pg_ctl', startArguments);
  const urlOf = (name: string) => `postgres://kontor@127.0.0.1:${port}/${name}`;
  const place = ['-h', '127.0.0.1', '-p', String(port), '-U', 'kontor'];
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    ...{ folder, run, place, urlOf },
    version: execFileSync(join(bin, 'postgres'), ['--version'], QUIET_OPTIONS).trim(),
    database(name, template = 'template0') {
      run('createdb', [...place, '-T', template, name]);
      return urlOf(name);
    },
    pids: () => listProcessTree(pid()),
    kill: () => killTree(pid()),
    async start() {
      // The shared memory is released once the last process of the server has ended.
      for (let attempt = 1; ; attempt++) {
        try {
          run('pg_ctl', startArguments);
          return;
        } catch (error) {
          if (attempt === START_ATTEMPTS) throw error;
          await pause(START_PAUSE_MS);
        }
      }
    },
    baseBackup(name) {
      run('pg_basebackup', [
        ...place,
        '-D',
        join(folder, name),
        '--checkpoint=fast',
        '-X',
        'stream',
      ]);
    },
    async standby(name) {
      const ownFolder = join(folder, name);
      const standbyPort = await freePort();
      run('pg_basebackup', [...place, '-D', ownFolder, '-R', '--checkpoint=fast', '-X', 'stream']);
      const ports = settings.map((setting) =>
        setting === `-p ${port}` ? `-p ${standbyPort}` : setting,
      );
      run('pg_ctl', [
        '-D',
        ownFolder,
        '-w',
        '-s',
        '-l',
        `${log}-${name}`,
        '-o',
        ports.join(' '),
        'start',
      ]);
      const hasReplayed = (lsn: string) => {
        const sql = `SELECT pg_last_wal_replay_lsn() >= '${lsn}'`;
        const standbyArguments = [
          '-h',
          '127.0.0.1',
          '-p',
          String(standbyPort),
          '-U',
          'kontor',
          'postgres',
        ];
        const psql = spawnSync('psql', [...standbyArguments, '-At', '-c', sql], {
          ...QUIET_OPTIONS,
          cwd: folder,
        });
        return psql.stdout.trim() === 't';
      };
      return {
        port: standbyPort,
        async promote(lsn) {
          while (!hasReplayed(lsn)) await pause(START_PAUSE_MS);
          run('pg_ctl', ['-D', ownFolder, '-w', '-s', 'promote']);
        },
        stop: () => run('pg_ctl', ['-D', ownFolder, '-w', '-s', '-m', 'immediate', 'stop']),
      };
    },
    restore(name) {
      rmSync(data, { recursive: true, force: true });
      renameSync(join(folder, name), data);
    },
    stop() {
      // A server that was killed and not started again needs no stop.
      const stopArguments = ['-D', data, '-w', '-s', '-m', 'immediate', 'stop'];
      spawnSync(join(bin, 'pg_ctl'), stopArguments, {
        ...QUIET_OPTIONS,
        ...serverUser,
        cwd: folder,
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
