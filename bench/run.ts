// npm run bench: measures everything against its floor in one run, prints the table, and writes
// docs/benchmarks.md and docs/benchmarks.json. `--quick` takes some minutes and writes nothing, nor
// does `--only=log,start`, which measures the sections named.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchAlerts } from './alerts.ts';
import { benchBatch } from './batch.ts';
import { benchChain } from './chain.ts';
import { benchDoor } from './door.ts';
import { benchGrowth } from './growth.ts';
import { benchHttp } from './http.ts';
import { benchJudged } from './judged.ts';
import { benchKernel } from './kernel.ts';
import { benchLane } from './lane.ts';
import { benchLanguage } from './language.ts';
import { benchLaundering } from './laundering.ts';
import { benchLedgers } from './ledgers.ts';
import { benchLog } from './log.ts';
import { isMet, type Row, ratioOf, type Target } from './measure.ts';
import { benchNeighbour } from './neighbour.ts';
import { benchOverload } from './overload.ts';
import { benchPages } from './pages.ts';
import { benchPeers } from './peers.ts';
import { benchPostgres } from './postgres.ts';
import { benchRisk } from './risk.ts';
import { benchSchedules } from './schedules.ts';
import { benchScored } from './scored.ts';
import { benchSimulated } from './simulated.ts';
import { benchStart } from './start.ts';
import { benchStory } from './story.ts';
import { benchStretches } from './stretches.ts';
import { benchTraining } from './training.ts';
import { benchUploads } from './uploads.ts';
import { benchWalk } from './walk.ts';
import { benchWebhooks } from './webhooks.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const quick = process.argv.includes('--quick');
const profiles: string[] = [];
// With `--profile` the sections `door`, `language` and `uploads` print where the time goes, and
// `walk` the functions that it counts.
const isProfiled = process.argv.includes('--profile');
const tell = isProfiled ? (one: string) => void profiles.push(one) : null;
// `npm run bench -- neighbour` says the same as `--only=neighbour`.
const only =
  process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ??
  process.argv.slice(2).find((word) => !word.startsWith('-'));

const PLAN = quick
  ? {
      kernel: 5_000,
      seconds: 3,
      turn: 2,
      entries: 50_000,
      leaves: 100_000,
      alerts: 10_000,
      due: 1_000,
      batch: { size: 10_000, rounds: 1 },
      pages: { batches: 2, times: 5 },
      starts: 1,
      webhooks: { backlog: 500, seconds: 3, days: 0.05, dayEvents: 200 },
      looked: 10_000,
      trained: 10_000,
    }
  : {
      kernel: 25_000,
      seconds: 10,
      turn: 4,
      entries: 1_000_000,
      leaves: 1_000_000,
      alerts: 100_000,
      due: 10_000,
      batch: { size: 10_000, rounds: 3 },
      pages: { batches: 10, times: 20 },
      starts: 5,
      webhooks: { backlog: 5_000, seconds: 10, days: 1, dayEvents: 2_880 },
      looked: 100_000,
      trained: 120_000,
    };

async function main(): Promise<void> {
  // The disk is slow while earlier writes are still on their way.
  execFileSync('sync');
  const sections: [string, () => Promise<Row[]>][] = [
    ['Ledger kernel', () => benchKernel(PLAN.kernel)],
    ['Log', () => benchLog(PLAN.kernel, PLAN.leaves)],
    ['Alerts', () => benchAlerts(PLAN.kernel / 2, PLAN.alerts)],
    ['PostgreSQL', () => benchPostgres(PLAN.kernel, PLAN.turn)],
    ['Chain', () => benchChain(PLAN.seconds)],
    ['Transfers over HTTP', () => benchHttp(PLAN.seconds)],
    ['Door', () => benchDoor(PLAN.seconds, tell)],
    ['Walk', () => benchWalk(tell)],
    ['Lane', () => benchLane(PLAN.seconds)],
    ['Ledgers', () => benchLedgers(PLAN.seconds)],
    ['Peers', () => benchPeers(PLAN.seconds)],
    ['Webhooks', () => benchWebhooks(PLAN.webhooks)],
    ['Batch', () => benchBatch(PLAN.batch.size, PLAN.batch.rounds)],
    ['Neighbour', () => benchNeighbour(PLAN.seconds)],
    ['Overload', () => benchOverload(PLAN.seconds)],
    ['Uploads', () => benchUploads(tell)],
    ['Stretches', () => benchStretches(PLAN.batch.rounds)],
    ['Pages', () => benchPages(PLAN.pages.batches, PLAN.pages.times)],
    ['Schedules', () => benchSchedules(PLAN.due)],
    ['Growth', () => benchGrowth(PLAN.entries)],
    ['Start', () => benchStart(PLAN.starts)],
    [
      'Risk',
      async () => [
        ...(await benchJudged()),
        ...(await benchScored(PLAN.turn)),
        ...(await benchRisk(PLAN.seconds)),
      ],
    ],
    ['Story', () => benchStory(PLAN.turn)],
    ['Language', () => benchLanguage(PLAN.seconds, tell)],
    ['Simulated traffic', () => benchSimulated(PLAN.seconds)],
    ['Laundering', () => benchLaundering(PLAN.looked)],
    ['Training', () => benchTraining(PLAN.trained, PLAN.kernel)],
  ];
  if (!sections.some(([title]) => isWanted(title))) {
    const known = sections.map(([title]) => wordOf(title)).join(', ');
    process.stderr.write(`no section is named ${only}; they are: ${known}\n`);
    process.exit(1);
  }
  const results: { title: string; rows: Row[] }[] = [];
  for (const [title, measure] of sections.filter(([title]) => isWanted(title))) {
    process.stderr.write(`${title} …\n`);
    results.push({ title, rows: await measure() });
  }
  const tables = results.map(({ title, rows }) => `## ${title}\n\n${table(rows)}`).join('\n\n');
  process.stdout.write(`${[tables, ...profiles].join('\n\n')}\n`);
  if (quick || only !== undefined) return;
  const machine = describeMachine();
  const notes = readFileSync(fileURLToPath(new URL('./notes.md', import.meta.url)), 'utf8');
  writeFileSync(join(DOCS, 'benchmarks.md'), `${introduction(machine)}\n${tables}\n\n${notes}`);
  const record = {
    machine,
    results: results.map(({ title, rows }) => ({ title, rows: rows.map(flat) })),
  };
  writeFileSync(join(DOCS, 'benchmarks.json'), `${JSON.stringify(record, null, 2)}\n`);
}

const wordOf = (title: string) => title.toLowerCase().split(' ')[0] ?? '';

function isWanted(title: string): boolean {
  return only === undefined || only.split(',').includes(wordOf(title));
}

function table(rows: readonly Row[]): string {
  const head = '| what | figure | p50 ms | p99 ms | floor | ratio | target | met |';
  const lines = rows.map((row) => {
    const ratio = ratioOf(row);
    const met = isMet(row);
    return `| ${[
      row.name,
      row.notRun === undefined ? `${figure(row.value)} ${row.unit}` : `not_run: ${row.notRun}`,
      row.p50Ms === undefined ? '' : figure(row.p50Ms),
      row.p99Ms === undefined ? '' : figure(row.p99Ms),
      row.floor === null ? '' : `${figure(row.floor)} (${row.floorName})`,
      ratio === null ? '' : `${figure(ratio)} ×`,
      targetText(row.target),
      met === null ? '' : met ? 'yes' : '**no**',
    ].join(' | ')} |`;
  });
  return [head, '|---|---|---|---|---|---|---|---|', ...lines].join('\n');
}

function targetText(target: Target): string {
  return [
    target.ratioAtLeast === undefined ? '' : `≥ ${target.ratioAtLeast} ×`,
    target.ratioAtMost === undefined ? '' : `≤ ${target.ratioAtMost} ×`,
    target.valueAtLeast === undefined ? '' : `≥ ${target.valueAtLeast}`,
    target.valueAtMost === undefined ? '' : `≤ ${target.valueAtMost}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function flat(row: Row) {
  return { ...row, ratio: ratioOf(row), met: isMet(row) };
}

function describeMachine() {
  const version = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  ) as { version: string };
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    processors: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    kontor: version.version,
  };
}

function introduction(machine: ReturnType<typeof describeMachine>): string {
  return `# Benchmarks

Written by \`npm run bench\`; \`docs/benchmarks.json\` holds the same figures. Measured on
${machine.measuredAt} on ${machine.processors}, ${machine.memoryGiB} GiB, ${machine.system}, Node
${machine.node}, with everything on one machine: load generator, API, worker, Temporal server and
disk share the processors. Read the ratios, not the absolute figures: each row stands beside its
floor from the same run. Every transfer has an idempotency key, two events, a timeline, two
entries, a log leaf and a workflow; commits are flushed to disk (synchronous=FULL).
`;
}

await main();
process.exit(0);
