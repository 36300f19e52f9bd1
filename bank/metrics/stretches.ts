// Watches the thread that answers HTTP: how long it was busy at a stretch and answered nothing, and
// which requests it was busy with. A timer that fires late shows it; the requests that were under
// way since it was due are named.

import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';

export interface StretchWatch {
  /** Notes a request from now until what it returns is called. */
  begin(route: string): () => void;
  stop(): void;
}

const TICK_MS = 10;
/** What is longer is counted. */
const LONG_MS = 20;
/** What is longer is also logged. */
const LOGGED_MS = 100;
const MOST_NAMED = 5;

export function watchStretches(registry: Registry, log: Logger): StretchWatch {
  const stretches = new Histogram({
    name: 'kontor_stretch_seconds',
    help: 'Stretches over 20 ms that kept the thread of HTTP, by the request under way then.',
    labelNames: ['route'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const under = new Map<object, string>();
  let ended: string[] = [];
  let due = performance.now() + TICK_MS;

  function tick(): void {
    const now = performance.now();
    const ms = now - due + TICK_MS;
    due = now + TICK_MS;
    if (ms - TICK_MS > LONG_MS) note(ms, new Set([...ended, ...under.values()]));
    ended = [];
  }

  function note(ms: number, routes: ReadonlySet<string>): void {
    const [only = 'none'] = routes;
    stretches.observe({ route: routes.size > 1 ? 'several' : only }, ms / 1000);
    if (ms < LOGGED_MS) return;
    const named = [...routes].slice(0, MOST_NAMED);
    // Without a waiting request it is the start, or work between requests: the metric has it.
    const level = routes.size === 0 ? 'debug' : 'warn';
    log[level]({ ms: Math.round(ms), routes: named }, 'the thread that answers HTTP was busy');
  }

  const timer = setInterval(tick, TICK_MS);
  timer.unref();
  return {
    begin(route) {
      const key = {};
      under.set(key, route);
      return () => {
        under.delete(key);
        ended.push(route);
      };
    },
    stop: () => clearInterval(timer),
  };
}
