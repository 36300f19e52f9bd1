// HAProxy with a configuration of deploy/haproxy, in front of the banks of a cluster.

import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../../scripts/run/ports.mjs';
import { spawnTethered } from '../../../scripts/run/tether.mjs';
import { type Cluster, ROOT } from './cluster.ts';

/** Returns the reason why HAProxy cannot run here; null when it can. */
export function findHaproxyFault(): string | null {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'no haproxy on this machine (Debian: apt-get install haproxy)';
  }
}

interface ProxyOrder {
  /** Name of the file in deploy/haproxy. */
  readonly file: string;
  /** Address of each bank, by the variable of the configuration. */
  readonly banks: Readonly<Record<string, string>>;
  /** Path that answers once a bank behind the proxy answers. */
  readonly probe: string;
}

/** Starts HAProxy for the running test; returns its address and a reader of its log. */
export async function openProxy({ folder }: Cluster, { file, banks, probe }: ProxyOrder) {
  const address = `127.0.0.1:${await freePort()}`;
  const logFile = join(folder, 'haproxy.log');
  const output = openSync(logFile, 'a');
  const hosts = Object.entries(banks).map(([name, url]) => [name, new URL(url).host]);
  const proxy = spawnTethered({
    command: 'haproxy',
    args: ['-f', join(ROOT, 'deploy', 'haproxy', file)],
    env: { PATH: process.env.PATH ?? '', KONTOR_PROXY: address, ...Object.fromEntries(hosts) },
    output,
    graceMs: 1_000,
  });
  onTestFinished(async () => {
    await proxy.kill();
    closeSync(output);
  });
  const url = `http://${address}`;
  const isUp = () =>
    fetch(`${url}${probe}`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true);
  return { url, log: () => readFileSync(logFile, 'utf8') };
}
