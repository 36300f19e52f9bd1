// Plays the banks of research/payments with planted laundering in a sandbox ledger, runs the daily
// AML monitor, and counts the accounts with an alert. docs/build/aml.md quotes the figures.
//   node research/risk/laundering.ts [--seeds 1,2,3] [--customers 60] [--days 200] [--kinds]
// Payments are not judged, so that the first payment of a chain is not stopped; names are not
// screened.

import { parseArgs } from 'node:util';
import { continueDailyRun } from '../../ai/aml/daily.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import { makeWorld } from '../../research/payments/make.ts';
import { runScript, say } from '../../scripts/say.mjs';
import { type Count, type FigureAims, printFigure } from './aims.ts';
import { openJudgedBank, TENANT } from './judged-bank.ts';

const DAY = 86_400_000;
/** Days between two runs; each run reads 90 days, so no day is left out. */
const LOOK_EVERY = 7 * DAY;
const NO_LISTS: PartyScreen = {
  prepare: async () => {},
  setReliableUntil: () => {},
  of: () => ({ outcome: 'no_hit', matches: [] }),
};

interface SuspectedAccount {
  readonly accountId: string;
  readonly code: string;
}

async function playSeed(seed: number, size: { customers: number; days: number }) {
  const world = makeWorld({ world: 'aml', seed, planted: 0, ...size });
  const start = Date.parse(world.header.start);
  const bank = await openJudgedBank(start, { isJudged: false });
  for (const customer of world.header.customers) await bank.join(customer);
  const runMonitor = () =>
    continueDailyRun(bank.ledger, TENANT, { parties: NO_LISTS, isSliceOver: () => false });
  let next = start + LOOK_EVERY;
  for (const row of world.rows) {
    const time = Date.parse(row.at);
    for (; next <= time; next += LOOK_EVERY) {
      bank.moveTo(next);
      await runMonitor();
    }
    bank.moveTo(time);
    await bank.judge(row);
  }
  bank.moveTo(start + (size.days + 1) * DAY);
  await runMonitor();
  const alerts = bank.ledger.database.raw
    .prepare<[], SuspectedAccount>(
      'SELECT account_id AS accountId, typology AS code FROM aml_alerts',
    )
    .all();
  const codesOf = new Map<string, Set<string>>();
  for (const { accountId, code } of alerts) {
    codesOf.set(accountId, (codesOf.get(accountId) ?? new Set()).add(code));
  }
  const { scenarios, customers } = world.header;
  const kindOf = new Map(
    scenarios.flatMap(({ kind, accounts }) => accounts.map((id) => [id, kind] as const)),
  );
  const accounts = customers.flatMap((customer) =>
    customer.accounts.map(({ id }) => ({
      kind: kindOf.get(id) ?? customer.life,
      isHonest: !scenarios.some(
        ({ label, accounts }) => label === 'laundering' && accounts.includes(id),
      ),
      codes: [...(codesOf.get(bank.idOf(id) ?? '') ?? [])].sort(),
    })),
  );
  await bank.close();
  return accounts;
}

const AIMS: FigureAims = {
  layering: ['at least', 0.8],
  round_trip: ['at least', 0.6],
  honest: ['at most', 0.04],
  landlord: ['at most', 0],
  wedding: ['at most', 0],
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      customers: { type: 'string', default: '60' },
      days: { type: 'string', default: '200' },
      kinds: { type: 'boolean', default: false },
    },
  });
  const size = { customers: Number(values.customers), days: Number(values.days) };
  const tally = new Map<string, Count>();
  const kinds = new Map<string, number>();
  const add = (name: string, isAlerted: boolean) => {
    const { hits, of } = tally.get(name) ?? { hits: 0, of: 0 };
    tally.set(name, { hits: hits + (isAlerted ? 1 : 0), of: of + 1 });
  };
  for (const seed of values.seeds.split(',').map(Number)) {
    for (const { kind, isHonest, codes } of await playSeed(seed, size)) {
      add(kind, codes.length > 0);
      if (isHonest) add('honest', codes.length > 0);
      const line = `${kind}: ${codes.join(' ') || 'no alert'}`;
      kinds.set(line, (kinds.get(line) ?? 0) + 1);
    }
  }
  say(`seeds ${values.seeds}, ${values.customers} customers, ${values.days} days each`);
  const isMet = [...tally]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => printFigure(name, count, AIMS));
  if (values.kinds) {
    for (const [line, count] of [...kinds].sort(([, a], [, b]) => b - a)) say(`  ${count} ${line}`);
  }
  return isMet.includes(false) ? 1 : 0;
}

await runScript(main);
