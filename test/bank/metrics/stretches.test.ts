// The bank detects that its thread was blocked, and names the request in progress.

import { Writable } from 'node:stream';
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { watchStretches } from '../../../bank/metrics/stretches.ts';

function blockFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a long stretch of the event loop is attributed to the request in progress, and logged', async () => {
  const registry = new Registry();
  const lines: string[] = [];
  const log = pino(new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }));
  const watch = watchStretches(registry, log);
  await pause(30);
  const endRequest = watch.begin('GET /v1/slow');
  blockFor(150);
  endRequest();
  await pause(50);
  watch.stop();
  const text = await registry.metrics();
  expect(text).toMatch(/kontor_stretch_seconds_count\{route="GET \/v1\/slow"\} 1/);
  expect(text).toMatch(/kontor_stretch_seconds_bucket\{le="0.1",route="GET \/v1\/slow"\} 0/);
  const logged = lines.map((line) => JSON.parse(line)).find(({ routes }) => routes.length === 1);
  expect(logged).toMatchObject({ routes: ['GET /v1/slow'] });
  expect(logged.processorMs).toBeGreaterThan(0);
});

test('the processor time of a stretch excludes the time for which the thread waited', async () => {
  const registry = new Registry();
  const watch = watchStretches(registry, pino({ enabled: false }));
  await pause(30);
  const endWaiting = watch.begin('GET /v1/waits');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  endWaiting();
  await pause(50);
  watch.stop();
  const text = await registry.metrics();
  const readFigure = (name: string) =>
    Number(new RegExp(`^kontor_${name}\\{route="GET /v1/waits"\\} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(readFigure('stretch_seconds_sum')).toBeGreaterThan(0.14);
  expect(readFigure('stretch_processor_seconds_sum')).toBeLessThan(0.1);
});
