// npm run bench: measures everything against its floor in one run, prints the table, and writes
// docs/understand/benchmarks.md and docs/reference/benchmarks.json. `--quick` takes some minutes
// and writes nothing. `--only=log,start` measures the named sections and writes nothing either;
// with `--write`, their tables replace the former ones, and tables of another machine or day are
// removed. `--versus` is `--only=versus`, with the options `--rounds=5` and `--seconds=9`.

import { execFileSync } from 'node:child_process';
import { benchBatch } from './batch.ts';
import { benchChain } from './chain.ts';
import { formatSection, type Section, writeSections } from './document.ts';
import { benchForeign } from './foreign.ts';
import { benchGreedy } from './greedy.ts';
import { benchHttpLayer } from './http-layer.ts';
import { benchIdle } from './idle.ts';
import { benchJudged } from './judging-cost.ts';
import { benchKyc } from './kyc.ts';
import { benchLanguage } from './language.ts';
import { benchLaundering } from './laundering.ts';
import type { Row } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchNeighbours } from './neighbour.ts';
import { benchNetworks } from './networks.ts';
import { benchOverload } from './overload.ts';
import { benchOwnWorkflows } from './own-workflows.ts';
import { benchPages } from './pages.ts';
import { benchRisk } from './risk.ts';
import { benchSchedules } from './schedules.ts';
import { benchScored } from './scoring-cost.ts';
import { benchSimulated } from './simulated.ts';
import { benchStart } from './start.ts';
import { benchStretches } from './stretches.ts';
import { benchTraining } from './training.ts';
import { benchVersus } from './versus.ts';
import { benchWebhooks } from './webhooks.ts';

const isQuick = process.argv.includes('--quick');
const profiles: string[] = [];
// With `--profile` the sections `http`, `language` and `overload` print profiles, and
// `stretches` the work of each longest stretch.
const isProfiled = process.argv.includes('--profile');
const addProfile = isProfiled ? (profile: string) => void profiles.push(profile) : null;
// `--seconds=120`: how long each figure under load is measured.
const seconds = process.argv.find((word) => word.startsWith('--seconds='))?.split('=')[1];
const secondsGiven = seconds === undefined ? null : Number(seconds);
const rounds = process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1];
// `npm run bench -- neighbours` says the same as `--only=neighbours`.
const only =
  process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ??
  (process.argv.includes('--versus') ? 'versus' : undefined) ??
  process.argv.slice(2).find((word) => !word.startsWith('-'));

const PLAN = isQuick
  ? {
      seconds: secondsGiven ?? 3,
      floodSeconds: secondsGiven ?? 3,
      turnSeconds: 2,
      versus: { rounds: Number(rounds ?? 1), seconds: secondsGiven ?? 2 },
      idleSeconds: secondsGiven ?? 10,
      transfers: 5_000,
      stormSeconds: secondsGiven ?? 5,
      openSeconds: secondsGiven ?? 5,
      dueSchedules: 1_000,
      batch: { size: 10_000, rounds: 1 },
      pages: { batches: 2, times: 5 },
      starts: 1,
      webhooks: { backlog: 500, seconds: 3, days: 0.05, dayEvents: 200 },
      monitoredCustomers: 10_000,
      trainingTransfers: 10_000,
      rows: 5_000,
    }
  : {
      seconds: secondsGiven ?? 10,
      floodSeconds: secondsGiven ?? 600,
      turnSeconds: 4,
      versus: { rounds: Number(rounds ?? 5), seconds: secondsGiven ?? 9 },
      idleSeconds: secondsGiven ?? 60,
      transfers: 70_000,
      stormSeconds: secondsGiven ?? 60,
      openSeconds: secondsGiven ?? 60,
      dueSchedules: 10_000,
      batch: { size: 10_000, rounds: 3 },
      pages: { batches: 10, times: 60 },
      starts: 5,
      webhooks: { backlog: 5_000, seconds: 10, days: 1, dayEvents: 2_880 },
      monitoredCustomers: 100_000,
      trainingTransfers: 120_000,
      rows: 25_000,
    };

async function main(): Promise<void> {
  // The disk is slow while it still writes earlier data.
  execFileSync('sync');
  const sections: [string, () => Promise<Row[] | Section>][] = [
    ['Versus', () => benchVersus(PLAN.versus)],
    ['Memory', () => benchMemory(PLAN.transfers)],
    ['Idle', () => benchIdle(PLAN.idleSeconds)],
    ['Chain', () => benchChain(PLAN.seconds)],
    ['HTTP layer', () => benchHttpLayer(PLAN.seconds, addProfile)],
    ['Webhooks', () => benchWebhooks(PLAN.webhooks)],
    ['Batch', () => benchBatch(PLAN.batch.size, PLAN.batch.rounds)],
    ['KYC', () => benchKyc(PLAN.seconds)],
    ['Neighbours', () => benchNeighbours(PLAN.seconds)],
    ['Networks', () => benchNetworks(PLAN.seconds)],
    ['Foreign models', () => benchForeign(PLAN.stormSeconds)],
    ['Greedy models', () => benchGreedy(PLAN.stormSeconds)],
    ['Overload', () => benchOverload(PLAN.floodSeconds, addProfile)],
    ['Own workflows', () => benchOwnWorkflows(PLAN.openSeconds, PLAN.turnSeconds / 2)],
    ['Stretches', () => benchStretches(PLAN.pages.batches, addProfile)],
    ['Pages', () => benchPages(PLAN.pages.batches, PLAN.pages.times)],
    ['Schedules', () => benchSchedules(PLAN.dueSchedules)],
    ['Start', () => benchStart(PLAN.starts)],
    [
      'Risk',
      async () => [
        ...(await benchJudged()),
        ...(await benchScored(PLAN.turnSeconds)),
        ...(await benchRisk(PLAN.seconds)),
      ],
    ],
    ['Language', () => benchLanguage(PLAN.seconds, addProfile)],
    ['Simulated traffic', () => benchSimulated(PLAN.seconds)],
    ['Laundering', () => benchLaundering(PLAN.monitoredCustomers)],
    ['Training', () => benchTraining(PLAN.trainingTransfers, PLAN.rows)],
  ];
  if (!sections.some(([title]) => isSelected(title))) {
    const names = sections.map(([title]) => sectionName(title)).join(', ');
    process.stderr.write(`no section is named ${only}; they are: ${names}\n`);
    process.exit(1);
  }
  const results: Section[] = [];
  for (const [title, measure] of sections.filter(([title]) => isSelected(title))) {
    process.stderr.write(`${title} …\n`);
    const measured = await measure().catch((error: Error): Row[] => [formatFailure(title, error)]);
    results.push(Array.isArray(measured) ? { title, rows: measured } : measured);
  }
  process.stdout.write(`${[...results.map(formatSection), ...profiles].join('\n\n')}\n`);
  const isWhole = !isQuick && secondsGiven === null && only === undefined;
  if (!isWhole && !process.argv.includes('--write')) return;
  const titles = sections.map(([title]) => title);
  writeSections(results, titles);
}

/** Reports a failed section as a row, so that the other sections are measured. */
function formatFailure(title: string, error: Error): Row {
  process.stderr.write(`${title} failed: ${error.stack}\n`);
  process.exitCode = 1;
  const noFigure = { value: 0, unit: '', floorName: '', floor: null, target: {} };
  return {
    name: title.toLowerCase(),
    ...noFigure,
    notRun: error.message.split('\n')[0] ?? 'failed',
  };
}

const sectionName = (title: string) => title.toLowerCase().split(' ')[0] ?? '';

function isSelected(title: string): boolean {
  return only === undefined || only.split(',').includes(sectionName(title));
}

// The processes that this one has started end with it; the folders are removed when it exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await main();
process.exit();
