// The load generator with the traffic of a simulated world instead of equal transfers: many
// customers and merchants, salaries, shopping, and the payments of thieves and launderers among
// them. A process of its own; reads its task from the command line and prints one JSON line.

import { Pool } from 'undici';
import {
  drawOpeningBalances,
  listMovements,
  type Movement,
} from '../models/learn/simulator/movements.ts';
import { createWorld } from '../models/learn/simulator/world.ts';
import { createDemoClient } from '../scripts/demo/client.ts';
import { type DemoWorld, openAccounts, orderOf, worldOf } from '../scripts/demo/play.ts';
import { percentile } from './measure.ts';

interface SimulatedTask {
  readonly url: string;
  readonly key: string;
  readonly world: DemoWorld;
  readonly clients: number;
  readonly seconds: number;
}

export interface SimulatedResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly count: number;
  /** Counts by outcome: `posted`, `pending_review`, or the code of a refusal. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Counts by risk decision; `none` for payments from external parties, which are not judged. */
  readonly decisions: Readonly<Record<string, number>>;
}

interface TimedText {
  readonly ms: number;
  readonly text: string;
}

async function load({
  url,
  key,
  world,
  clients,
  seconds,
}: SimulatedTask): Promise<SimulatedResult> {
  const client = createDemoClient(url, key);
  const simulated = createWorld(worldOf(world));
  const opening = drawOpeningBalances(simulated);
  const parties = await openAccounts(simulated, opening, (path, body, name) =>
    client.post(path, body, `load-${name}`),
  );
  const movements = [...listMovements(simulated, opening)];
  const pool = new Pool(url, { connections: clients });
  const texts: TimedText[] = [];
  let next = 0;

  async function pay(movement: Movement, index: number): Promise<void> {
    const body = JSON.stringify(orderOf(movement, parties));
    const started = performance.now();
    const response = await pool.request({
      path: '/v1/transactions',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': `load-pay-${index}`,
      },
      body,
    });
    const text = await response.body.text();
    texts.push({ ms: performance.now() - started, text });
  }

  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      // In the order of time, as far as parallel clients can keep it.
      while (performance.now() < until && next < movements.length) {
        const index = next++;
        await pay(movements[index] as Movement, index);
      }
    }),
  );
  const passed = (performance.now() - started) / 1000;
  await pool.close();
  return summarize(texts, passed);
}

/** Parses the answers after the measurement. */
function summarize(texts: readonly TimedText[], seconds: number): SimulatedResult {
  const outcomes: Record<string, number> = {};
  const decisions: Record<string, number> = {};
  for (const { text } of texts) {
    const { status, code, risk } = JSON.parse(text) as ReturnType<typeof JSON.parse>;
    const outcome = code ?? status;
    const refused = /^(risk_declined|sanctions_match)$/.test(code ?? '') ? 'decline' : 'none';
    const decision = risk?.decision ?? refused;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    decisions[decision] = (decisions[decision] ?? 0) + 1;
  }
  const times = texts.map(({ ms }) => ms);
  return {
    perSecond: texts.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    count: texts.length,
    outcomes,
    decisions,
  };
}

const argument = process.argv[2];
if (argument) {
  process.stdout.write(`${JSON.stringify(await load(JSON.parse(argument) as SimulatedTask))}\n`);
}
