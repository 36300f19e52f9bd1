// Plays the households of research/payments in a sandbox ledger whose judge decides about each
// payment, and prints the share of honest payments that were questioned and the share of planted
// fraud that was stopped. docs/build/risk.md quotes the figures.
//   node research/risk/payments.ts [--seeds 1,2,3] [--customers 60] [--days 200] [--planted 6] [--kinds]
//   node research/risk/payments.ts --first-days 35 [--seeds 1]
// Names are not screened here: docs/build/screening.md measures them.

import { parseArgs } from 'node:util';
import { makeFirstDay, readFirstDays } from '../../research/payments/first-days.ts';
import { makeWorld, type WorldOrder } from '../../research/payments/make.ts';
import { runScript, say } from '../../scripts/say.mjs';
import { type Count, type FigureAims, printFigure } from './aims.ts';
import { playFirstDay } from './first-days.ts';
import { type JudgedRow, openJudgedBank } from './judged-bank.ts';

const DAY = 86_400_000;

const isQuestioned = ({ decision }: JudgedRow) => decision !== 'approve';
const isHeld = ({ status }: JudgedRow) =>
  ['pending_review', 'requires_confirmation', 'declined'].includes(status);
/**
 * Returns true when the judge declined or held the payment, not when it failed for lack of money.
 */
const isStopped = (judged: JudgedRow) => isHeld(judged) && isQuestioned(judged);

async function playSeed(seed: number, size: Omit<WorldOrder, 'world' | 'seed'>) {
  const world = makeWorld({ world: 'households', seed, ...size });
  const bank = await openJudgedBank(Date.parse(world.header.start));
  const waiting = [...world.header.customers].sort((a, other) =>
    a.joined.localeCompare(other.joined),
  );
  const judged: JudgedRow[] = [];
  for (const row of world.rows) {
    const time = Date.parse(row.at);
    for (let next = waiting[0]; next && Date.parse(next.joined) <= time; next = waiting[0]) {
      bank.moveTo(Date.parse(next.joined));
      await bank.join(next);
      waiting.shift();
    }
    bank.moveTo(time);
    judged.push(await bank.judge(row));
  }
  await bank.close();
  return { seen: judged, scenarios: world.header.scenarios };
}

const MAX_TOLD = 20;

/**
 * Plays the written and the generated first days. Returns the number of payments that were stopped.
 */
async function playFirstDays(seeds: readonly number[], count: number): Promise<number> {
  const firstDays = seeds.flatMap((seed) =>
    Array.from({ length: count }, (_, index) => makeFirstDay(seed, index)),
  );
  let all = 0;
  for (const [name, days] of [
    ['written', readFirstDays()],
    ['made', firstDays],
  ] as const) {
    const bank = await openJudgedBank(Date.UTC(2026, 0, 5));
    let payments = 0;
    let unfunded = 0;
    const stopped: string[] = [];
    for (const [index, day] of days.entries()) {
      for (const judged of await playFirstDay(bank, day, `${name}_${index + 1}`)) {
        payments += 1;
        if (judged.status === 'posted' && !isQuestioned(judged)) continue;
        if (judged.status === 'declined' && !isQuestioned(judged)) unfunded += 1;
        else {
          const { step, amount, type, currency, externalParty } = judged.row;
          const text = `${step}: ${type} ${amount / 100} ${currency} ${externalParty?.name ?? ''}`;
          stopped.push(
            `${day.title}, ${text}: ${judged.status} ${judged.decision} ${judged.rules}`,
          );
        }
      }
    }
    await bank.close();
    all += stopped.length;
    say(`first days, ${name}: ${stopped.length} of ${payments} payments did not pass (aim none)`);
    if (unfunded > 0) say(`  ${unfunded} could not be paid for lack of money`);
    for (const line of stopped.slice(0, MAX_TOLD)) say(`  ${line}`);
  }
  return all;
}

type Tally = Record<string, Count>;

function add(tally: Tally, name: string, isHit: boolean): void {
  const counter = tally[name] ?? { hits: 0, of: 0 };
  tally[name] = { hits: counter.hits + (isHit ? 1 : 0), of: counter.of + 1 };
}

/**
 * Whether a planted scenario was stopped to the extent that research/payments/README.md requires.
 */
const HAS_MET: Readonly<Record<string, (rows: readonly JudgedRow[]) => boolean>> = {
  takeover(rows) {
    const sent = rows.filter(({ row }) => row.type === 'withdrawal' || row.isOwn === false);
    const money = (list: readonly JudgedRow[]) =>
      list.reduce((sum, { row }) => sum + row.amount, 0);
    return money(sent.filter(isStopped)) >= 0.9 * money(sent);
  },
  card_testing: (rows) => rows.filter(({ row }) => (row.step ?? 0) >= 3).every(isStopped),
  romance: (rows) => rows.some((row) => (row.row.step ?? 9) <= 3 && isQuestioned(row)),
  redirected_invoice: (rows) => rows.some((row) => row.row.label === 'fraud' && isStopped(row)),
  mule: (rows) => rows.some((row) => row.row.type !== 'deposit' && isStopped(row)),
};

const AIMS: FigureAims = {
  'honest looked at': ['at most', 0.007],
  'honest stopped': ['at most', 0.0005],
  'honest looked at in the first 30 days': ['at most', 0.02],
  'own accounts scored': ['at most', 0],
  takeover: ['at least', 0.95],
  card_testing: ['at least', 0.9],
  romance: ['at least', 0.6],
  redirected_invoice: ['at least', 0.8],
  mule: ['at least', 0.7],
};

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      customers: { type: 'string', default: '60' },
      days: { type: 'string', default: '200' },
      planted: { type: 'string', default: '6' },
      kinds: { type: 'boolean', default: false },
      'first-days': { type: 'string' },
    },
  });
  const seeds = values.seeds.split(',').map(Number);
  if (values['first-days'] !== undefined) {
    return (await playFirstDays(seeds, Number(values['first-days']))) > 0 ? 1 : 0;
  }
  const { customers, days, planted } = values;
  const size = { customers: Number(customers), days: Number(days), planted: Number(planted) };
  const tally: Tally = {};
  const kinds: Tally = {};
  for (const seed of seeds) {
    const { seen, scenarios } = await playSeed(seed, size);
    for (const row of seen) {
      if (row.row.label !== 'honest') continue;
      const wasStopped = isHeld(row) && isQuestioned(row) && !row.isConfirmed;
      add(tally, 'honest looked at', isQuestioned(row));
      add(tally, 'honest stopped', wasStopped);
      if (row.age < 30 * DAY) {
        add(tally, 'honest looked at in the first 30 days', isQuestioned(row));
      }
      if (row.row.isOwn) {
        add(tally, 'own accounts scored', (row.score ?? 0) > 0 || isQuestioned(row));
      }
      if (isQuestioned(row)) add(kinds, `${row.row.act}: ${row.decision} ${row.rules}`, true);
    }
    for (const { id, kind, label } of scenarios) {
      const met = label === 'fraud' ? HAS_MET[kind] : undefined;
      const rows = seen.filter(({ row }) => row.scenario === id);
      if (!met || rows.length === 0) continue;
      add(tally, kind, met(rows));
      if (values.kinds && !met(rows)) {
        const lines = rows.map(({ row, status, decision, rules }) => {
          return `${row.step}:${row.type[0]}${row.amount / 100} ${status} ${decision} ${rules}`;
        });
        say(`missed ${kind}: ${lines.join(' | ')}`);
      }
    }
  }
  say(`seeds ${values.seeds}, ${values.customers} customers, ${values.days} days each`);
  const isMet = Object.entries(tally).map(([name, count]) => printFigure(name, count, AIMS));
  if (values.kinds) {
    const list = Object.entries(kinds).sort(([, a], [, other]) => other.hits - a.hits);
    for (const [name, { hits }] of list.slice(0, 40)) say(`  ${hits} ${name}`);
  }
  return isMet.includes(false) ? 1 : 0;
}

await runScript(main);
