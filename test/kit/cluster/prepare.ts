// Prepares a Debian machine for the deep tests of `test/cluster`: PostgreSQL, Patroni, etcd and HAProxy
// are packages of Debian, the server of Temporal is built of its Go module into .cache. What is there is
// left alone. `node test/kit/cluster/prepare.ts`, as root for the packages.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { postgresFault } from '../../../scripts/run/postgres-server.ts';
import { TEMPORAL_MODULES, temporalServerFolder } from './temporal-of-others.ts';

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
process.stdout.write(
  'prepared: PostgreSQL, Patroni, etcd, HAProxy and the server of Temporal are here\n',
);
