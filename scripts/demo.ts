// npm run demo -- --key KEY: fills the sandbox of a running bank with simulated customers and
// payments over the API, and prints its fraud cases and what the bank found of them.

import { parseArgs } from 'node:util';
import { createDemoClient, KEY_HINT } from './demo/client.ts';
import { playDemo } from './demo/play.ts';
import { formatIntroduction, formatReport } from './demo/report.ts';
import { runScript, Stop, say } from './say.mjs';

const USAGE = `usage: npm run demo -- --key KEY [options]
  --key KEY        a key of the sandbox, or the variable KONTOR_KEY; ${KEY_HINT}
  --api URL        the bank, or KONTOR_URL; http://127.0.0.1:8080 by default
  --seed N         of the simulated customers; 1 by default. A bank plays a seed once
  --customers N    4 to 2000; 60 by default
  --days N         1 to 60; 7 by default
  --hook-port N    port of the demo's receiver of webhooks; 4000 by default, 0: no webhooks
`;

const EX_USAGE = 64;

function fail(problem: string): never {
  throw new Stop(`${problem}\n${USAGE}`, { exitCode: EX_USAGE });
}

function parse() {
  const text = { type: 'string' } as const;
  const world = { seed: text, customers: text, days: text };
  try {
    return parseArgs({ options: { key: text, api: text, ...world, 'hook-port': text } }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

function optionsOf(values: ReturnType<typeof parse>) {
  type Name = 'seed' | 'customers' | 'days' | 'hook-port';
  const wholeNumber = (name: Name, usual: number, from: number, to: number) => {
    const text = values[name] ?? String(usual);
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= from && value <= to ? value : fail(`--${name} is a number, ${from} to ${to}`);
  };
  const api = values.api ?? (process.env.KONTOR_URL || 'http://127.0.0.1:8080');
  const key = values.key ?? process.env.KONTOR_KEY ?? '';
  if (!URL.canParse(api) || !/^https?:$/.test(new URL(api).protocol)) fail('--api is a URL');
  if (key === '') fail('an API key is missing');
  return {
    api,
    key,
    seed: wholeNumber('seed', 1, 0, 2 ** 32 - 1),
    customers: wholeNumber('customers', 60, 4, 2_000),
    days: wholeNumber('days', 7, 1, 60),
    hookPort: wholeNumber('hook-port', 4_000, 0, 65_535) || null,
  };
}

async function main(): Promise<number> {
  const { api, key, ...options } = optionsOf(parse());
  const client = createDemoClient(api, key);
  // Refuses a key of production before it creates anything.
  await client.get('/v1/sandbox/clock');
  for (const line of formatIntroduction(options)) say(line);
  for (const line of formatReport(await playDemo(options, client, say), api)) say(line);
  return 0;
}

await runScript(main);
