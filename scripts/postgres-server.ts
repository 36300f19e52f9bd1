// A PostgreSQL server of its own for tests and the bench: the one that is installed, in a folder
// that is gone afterwards. Where none is installed it says so, and its suites are skipped.

import { execFileSync, type StdioOptions, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './ports.mjs';

export interface PostgresServer {
  readonly version: string;
  /** Makes an empty database, or a copy of one without connections. */
  database(name: string, template?: string): string;
  stop(): void;
}

/** Where Debian keeps what it does not put on the path. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of the server's programs; null: it is not installed. */
function programs(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

interface Person {
  readonly uid: number;
  readonly gid: number;
}

/** Who runs the server, which refuses to be run by root; null: the user of this process. */
function runner(): Person | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], QUIET));
  return { uid: id('-u'), gid: id('-g') };
}

const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
const QUIET = { encoding: 'utf8' as const, stdio };

/** Why no server can run here; null: one can. */
export function postgresFault(): string | null {
  const found = programs();
  if (found === null) return 'PostgreSQL is not installed (Debian: apt install postgresql)';
  try {
    runner();
  } catch {
    return 'PostgreSQL refuses to run as root, and there is no user postgres';
  }
  return null;
}

/**
 * Starts a server.
 * @param isDurable flushes each commit, as it does in production; tests do without
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const reason = postgresFault();
  if (reason) throw new Error(reason);
  const bin = programs() ?? '';
  const person = runner();
  const folder = mkdtempSync(join(tmpdir(), 'kontor-postgres-'));
  if (person) chownSync(folder, person.uid, person.gid);
  const data = join(folder, 'data');
  const run = (program: string, args: string[]) => {
    // The folder may not be the one of this user, which the server cannot enter.
    const done = spawnSync(join(bin, program), args, { ...QUIET, ...person, cwd: folder });
    if (done.status !== 0) throw new Error(`${program} ended with ${done.status}: ${done.stderr}`);
  };
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'kontor', '--no-sync', '-E', 'UTF8']);
  const port = await freePort();
  const durable = isDurable ? [] : ['-c fsync=off', '-c full_page_writes=off'];
  const settings = [`-k ${folder}`, `-p ${port}`, '-c listen_addresses=127.0.0.1', ...durable];
  const log = join(folder, 'log');
  run('pg_ctl', ['-D', data, '-w', '-s', '-l', log, '-o', settings.join(' '), 'start']);
  const urlOf = (name: string) => `postgres://kontor@127.0.0.1:${port}/${name}`;
  return {
    version: execFileSync(join(bin, 'postgres'), ['--version'], QUIET).trim(),
    database(name, template = 'template0') {
      const place = ['-h', '127.0.0.1', '-p', String(port), '-U', 'kontor'];
      run('createdb', [...place, '-T', template, name]);
      return urlOf(name);
    },
    stop() {
      run('pg_ctl', ['-D', data, '-w', '-s', '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
