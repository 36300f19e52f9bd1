// The walk of a lone transfer: which functions of the bank run for one request between its route
// and its commit, as V8 counts them, in a bank that has answered before. `--profile` prints them.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/run/ports.mjs';
import { prepareGround } from './ground.ts';
import { openCustomers } from './http.ts';
import type { Row } from './measure.ts';
import { inspectorOf } from './profiler.ts';

const ROOT = new URL('..', import.meta.url).href;
const BEFORE = 5;
/** What ran in each of them belongs to the walk, and no sweep that came by. */
const WALKS = 5;
/** Until its workflow is over. */
const CARRIED_MS = 300;
/** A function that is no longer is read at a glance where it is called: no stop on the way. */
const GLANCE = 8;
const MOST_FUNCTIONS = 30;
const MOST_FILES = 15;

/** Rooms on the way. What is before the route, the risk model and values of any kind are none. */
const ON_THE_WAY = [
  /^api\/transactions\/create\.ts$/,
  /^api\/kit\/(carry|idempotency|request-key)\.ts$/,
  /^activities\/(lane|collector)\.ts$/,
  /^db\/(?!kernel|models|platform|webhooks)/,
  /^db\/kernel\/(group-commit|connect)\.ts$/,
  /^chain\/leaf\.ts$/,
  /^ledger\/transfer\.ts$/,
];
/** What stands in those rooms and runs after the commit, or beside it. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'activities/lane.ts': ['run', 'idle', 'done'],
  'activities/collector.ts': ['add', 'hand', 'pump', 'start', 'withTimeout'],
  'api/kit/carry.ts': ['carry'],
  'db/transactions/reads.ts': ['readTimeline'],
  'db/transactions/view.ts': ['timelineStep'],
};

interface Stop {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly lines: number;
}

interface Covered {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[];
    }[];
  }[];
}

/** @param print gets the list of the stops; null: it is not wanted */
export async function benchWalk(print: ((list: string) => void) | null): Promise<Row[]> {
  const inspectPort = await freePort();
  const ground = await prepareGround({ inspectPort });
  try {
    const { key, accounts } = await openCustomers(ground);
    const { send, close } = await inspectorOf(inspectPort);
    const pay = (n: number) => payment({ url: ground.url, key, accounts, n });
    await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    for (let n = 0; n < BEFORE; n++) {
      await pay(n);
      await sleep(CARRIED_MS);
    }
    const walks: Stop[][] = [];
    for (let n = 0; n < WALKS; n++) {
      await send('Profiler.takePreciseCoverage');
      await pay(BEFORE + n);
      walks.push(stopsOf((await send('Profiler.takePreciseCoverage')) as Covered));
      await sleep(CARRIED_MS);
    }
    close();
    const stops = ofAll(walks);
    print?.(listOf(stops));
    const files = new Set(stops.map(({ file }) => file)).size;
    return [
      rowOf(
        'functions from the route of a lone transfer to its commit',
        stops.length,
        MOST_FUNCTIONS,
      ),
      rowOf('files that they are in', files, MOST_FILES),
    ];
  } finally {
    await ground.stop();
  }
}

async function payment(given: { url: string; key: string; accounts: string[]; n: number }) {
  const { url, key, accounts, n } = given;
  // Accounts of their own: no rule about many payments has anything to say of a lone one.
  const [sourceAccountId, destinationAccountId] = accounts.slice(2 * n);
  const response = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `walk-${n}`,
    },
    body: JSON.stringify({
      ...{ type: 'transfer', amount: 5, currency: 'EUR' },
      ...{ sourceAccountId, destinationAccountId },
    }),
  });
  const { status } = (await response.json()) as { status?: string };
  if (status !== 'posted') throw new Error(`a transfer of the walk is ${status}`);
}

/** The route's own handler has no name: it is the first stop. */
function stopsOf({ result }: Covered): Stop[] {
  const stops: Stop[] = [];
  for (const { url, functions } of result) {
    const file = url.startsWith(ROOT) ? url.slice(ROOT.length) : '';
    if (!ON_THE_WAY.some((room) => room.test(file))) continue;
    const text = readFileSync(new URL(url), 'utf8');
    const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges;
      if (!whole || whole.count === 0 || BESIDE[file]?.includes(functionName)) continue;
      const name = functionName || (file === 'api/transactions/create.ts' ? 'handler' : '');
      const [line, last] = [lineOf(whole.startOffset), lineOf(whole.endOffset)];
      const lines = last - line + 1;
      if (name !== '' && lines > GLANCE) stops.push({ file, line, name, lines });
    }
  }
  return stops.sort((one, other) => {
    return one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1;
  });
}

function ofAll([first = [], ...others]: readonly (readonly Stop[])[]): Stop[] {
  const isSame = (one: Stop, other: Stop) => one.file === other.file && one.line === other.line;
  return first.filter((stop) => others.every((walk) => walk.some((other) => isSame(stop, other))));
}

function listOf(stops: readonly Stop[]): string {
  const lines = stops.map(
    ({ file, line, name, lines }) => `| ${file}:${line} | ${name} | ${lines} |`,
  );
  return ['### The walk of a lone transfer', '', '| where | function | lines |', '|---|---|---|']
    .concat(lines)
    .join('\n');
}

function rowOf(name: string, value: number, most: number): Row {
  const target = { valueAtMost: most };
  return { name, value, unit: '', floorName: '', floor: null, target };
}
