// Watches the thread that answers HTTP: how long it was kept at a stretch and answered nothing, and
// which requests it was busy with. A timer that fires late shows it; the requests that were under
// way since it was due are named. Beside the clock stands the processor time of the thread itself:
// where that is short, the thread has waited for a core or a disk, and no code kept it.

import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';

export interface StretchWatch {
  /** Notes a request until the returned function is called. */
  begin(route: string): () => void;
  stop(): void;
}

interface Stretch {
  readonly ms: number;
  /** Processor time of the thread. */
  readonly busyMs: number;
}

const TICK_MS = 10;
/** While nobody waits: a hundred timers a second would be half of what an idle bank costs. */
const IDLE_TICK_MS = 250;
/** Longer stretches are counted. */
const LONG_MS = 20;
/** Longer stretches are also logged. */
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
  const worked = new Histogram({
    name: 'kontor_stretch_processor_seconds',
    help: 'Processor time of the thread of HTTP within each of these stretches.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const under = new Map<object, string>();
  let ended: string[] = [];
  let spent = process.threadCpuUsage();
  let everyMs = TICK_MS;
  let due = performance.now() + everyMs;
  let timer = setTimeout(tick, everyMs).unref();

  function tick(): void {
    const late = performance.now() - due;
    const { user, system } = process.threadCpuUsage(spent);
    const busyMs = (user + system) / 1_000;
    const ms = late + TICK_MS;
    if (late > LONG_MS) note({ ms, busyMs }, new Set([...ended, ...under.values()]));
    const isIdle = ended.length === 0 && under.size === 0;
    ended = [];
    wait(isIdle ? IDLE_TICK_MS : TICK_MS);
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    everyMs = ms;
    spent = process.threadCpuUsage();
    due = performance.now() + ms;
    timer = setTimeout(tick, ms).unref();
  }

  function note({ ms, busyMs }: Stretch, routes: ReadonlySet<string>): void {
    const [only = 'none'] = routes;
    const route = routes.size > 1 ? 'several' : only;
    stretches.observe({ route }, ms / 1000);
    worked.observe({ route }, busyMs / 1000);
    if (ms < LOGGED_MS) return;
    const named = [...routes].slice(0, MOST_NAMED);
    // Without a waiting request it is the start, or work between requests: the metric has it.
    const level = routes.size === 0 ? 'debug' : 'warn';
    const times = { ms: Math.round(ms), processorMs: Math.round(busyMs) };
    log[level]({ ...times, routes: named }, 'the thread that answers HTTP was busy');
  }

  return {
    begin(route) {
      const key = {};
      under.set(key, route);
      if (everyMs === IDLE_TICK_MS) wait(TICK_MS);
      return () => {
        under.delete(key);
        ended.push(route);
      };
    },
    stop: () => clearTimeout(timer),
  };
}
