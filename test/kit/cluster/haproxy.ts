// HAProxy with the configuration of docker-compose.yml, before APIs of a test.

import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/run/ports.mjs';
import { ROOT } from './cluster.ts';
import type { Balancer } from './round-robin.ts';

export const HAPROXY_CONFIG = join(ROOT, 'deploy/compose/haproxy.cfg');

/** Why it cannot run here; null: it can. */
export function whyNoHaproxy(): string | null {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'haproxy is not installed (Debian: apt install haproxy)';
  }
}

/** @param upstreams addresses of two APIs */
export async function haproxyBefore(upstreams: readonly string[]): Promise<Balancer> {
  const [bind, health] = [await freePort(), await freePort()];
  const [API_1, API_2] = upstreams.map((url) => new URL(url).host);
  const here = { API_1, API_2, BIND: `127.0.0.1:${bind}`, BIND_HEALTH: `127.0.0.1:${health}` };
  const child = spawn('haproxy', ['-db', '-f', HAPROXY_CONFIG], {
    env: { ...process.env, ...here },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const isUp = () =>
    fetch(`http://127.0.0.1:${health}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries === 100) throw new Error('HAProxy did not find an API that is ready');
    await sleep(100);
  }
  return {
    url: `http://127.0.0.1:${bind}`,
    // What it could not carry it answers itself, with 5xx.
    failed: [],
    async close() {
      child.kill();
      await gone;
    },
  };
}
