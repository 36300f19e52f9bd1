// Writes a world as JSON lines, the header first: `node research/payments/make.ts --seed 1 [--world
// aml] [--customers 60] > rows.jsonl`. With `--summary` it prints counts instead.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeTown } from './households.ts';
import { makeAmlWorld } from './laundering.ts';
import type { World } from './rows.ts';

export interface WorldOrder {
  readonly world: 'households' | 'aml';
  readonly seed: number;
  readonly days: number;
  readonly customers: number;
  readonly planted: number;
}

/** Makes a world; the same wish gives the same rows. */
export function makeWorld(order: WorldOrder): World {
  return order.world === 'aml' ? makeAmlWorld(order) : makeTown(order);
}

function count(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([key, sum]) => `${key} ${sum}`);
}

function printSummary({ header, rows, left }: World) {
  const lost = left.filter(({ label = 'honest' }) => label !== 'honest');
  const { customers, scenarios, seed, days } = header;
  const joined = new Map(customers.map((customer) => [customer.id, Date.parse(customer.joined)]));
  const honestRows = rows.filter(({ label }) => label === 'honest');
  const earlyRows = honestRows.filter(({ customer, at }) => {
    return Date.parse(at) - (joined.get(customer) ?? 0) < 30 * 86_400_000;
  });
  console.log(`world ${header.world}, seed ${seed}, ${days} days from ${header.start}`);
  console.log(
    `customers ${customers.length}: ${count(customers.map((c) => c.country)).join(', ')}`,
  );
  console.log(
    `payments ${rows.length}, honest ${honestRows.length}, of first 30 days ${earlyRows.length}`,
  );
  console.log(`left out because the account could not pay: ${left.length}, planted ${lost.length}`);
  console.log(
    `scenarios: ${count(scenarios.map(({ kind, label }) => `${label}/${kind}`)).join(', ')}`,
  );
  console.log(`acts: ${count(rows.map(({ label, act }) => `${label}/${act}`)).join(', ')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      world: { type: 'string', default: 'households' },
      seed: { type: 'string', default: '1' },
      days: { type: 'string', default: '200' },
      customers: { type: 'string', default: '60' },
      planted: { type: 'string', default: '6' },
      summary: { type: 'boolean', default: false },
    },
  });
  if (values.world !== 'households' && values.world !== 'aml') {
    throw new Error('--world is households or aml');
  }
  const world = makeWorld({
    world: values.world,
    seed: Number(values.seed),
    days: Number(values.days),
    customers: Number(values.customers),
    planted: Number(values.planted),
  });
  if (values.summary) printSummary(world);
  else {
    process.stdout.write(`${JSON.stringify(world.header)}\n`);
    for (const row of world.rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  }
}
