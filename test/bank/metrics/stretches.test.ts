// A blocked thread is detected, and the request in progress is named.

import { Writable } from 'node:stream';
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { watchStretches } from '../../../bank/metrics/stretches.ts';

function busyFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a long event-loop stretch is attributed to the request under way, and logged', async () => {
  const registry = new Registry();
  const lines: string[] = [];
  const log = pino(new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }));
  const watch = watchStretches(registry, log);
  await waitFor(30);
  const end = watch.begin('GET /v1/slow');
  busyFor(150);
  end();
  await waitFor(50);
  watch.stop();
  const text = await registry.metrics();
  expect(text).toMatch(/kontor_stretch_seconds_count\{route="GET \/v1\/slow"\} 1/);
  expect(text).toMatch(/kontor_stretch_seconds_bucket\{le="0.1",route="GET \/v1\/slow"\} 0/);
  const logged = lines.map((line) => JSON.parse(line)).find(({ routes }) => routes.length === 1);
  expect(logged).toMatchObject({ routes: ['GET /v1/slow'] });
  expect(logged.processorMs).toBeGreaterThan(0);
});

test('the processor time of a stretch excludes the time the thread waited', async () => {
  const registry = new Registry();
  const watch = watchStretches(registry, pino({ enabled: false }));
  await waitFor(30);
  const waits = watch.begin('GET /v1/waits');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  waits();
  await waitFor(50);
  watch.stop();
  const text = await registry.metrics();
  const figureOf = (name: string) =>
    Number(new RegExp(`^kontor_${name}\\{route="GET /v1/waits"\\} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(figureOf('stretch_seconds_sum')).toBeGreaterThan(0.14);
  expect(figureOf('stretch_processor_seconds_sum')).toBeLessThan(0.1);
});
