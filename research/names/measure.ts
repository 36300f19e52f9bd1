// Measures the screening of names on these sets: `node research/names/measure.ts [--seed 1]
// [--per-kind 250] [--json FILE] [--misses 20]`.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Screener, THRESHOLD } from '../../ai/screening/screener.ts';
import { readMerchants, readPeople, removeListed } from './sets.ts';
import { buildAtOnce } from './shipped.ts';
import { makeVariants, type Variant } from './variants.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'per-kind': { type: 'string', default: '250' },
    json: { type: 'string' },
    misses: { type: 'string', default: '0' },
  },
});
/** Below this score nothing is kept, and the curve begins here. */
const FLOOR = 0.7;
const MAX_MATCHES = 1000;

interface Outcome {
  /**
   * Score of the right entry for a variant, of the best entry for a harmless name; 0 when there is
   * none.
   */
  readonly score: number;
  readonly isCompared: boolean;
}

/**
 * Processor time of each name in milliseconds. It is the process's own time, so other load on the
 * machine does not count.
 */
const processorTimes: number[] = [];

/** One answer of the bank about the payee of a payment: the name, and the feature given with it. */
function ask(screener: Screener, name: string, context: Variant['context'] = {}) {
  const before = process.cpuUsage();
  const matches = screener.screen({ name, ...context, threshold: FLOOR, limit: MAX_MATCHES });
  const isCompared = screener.unread(name) === null;
  const { user, system } = process.cpuUsage(before);
  processorTimes.push((user + system) / 1000);
  return { matches, isCompared };
}

const screener = buildAtOnce();
const misses = Number(values.misses);
const share = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 1e4) / 1e4);

function measureHarmless(title: string, rows: readonly { name: string; latin?: string }[]) {
  const { unlisted } = removeListed(rows as { name: string }[]);
  const outcomes = unlisted.map(({ name }): Outcome => {
    const { matches, isCompared } = ask(screener, name);
    const [best] = matches;
    if (misses > 0 && ((best?.score ?? 0) >= THRESHOLD || !isCompared)) {
      console.log(`held ${title}: ${name} = ${best?.matchedName} (${best?.score}, ${best?.list})`);
    }
    return { score: best?.score ?? 0, isCompared };
  });
  const names = unlisted.map(({ name }) => name);
  return { title, rows: rows.length, kept: unlisted.length, names, outcomes };
}

/** Kinds for which the expected outcome is a question to a person. */
const MAY_BE_ASKED = new Set(['costume_many_titles', 'costume_many_words']);

function measureVariant(row: Variant): Outcome {
  const { matches, isCompared } = ask(screener, row.query, row.context);
  const right = new Set([`${row.list}:${row.entryId}`, ...row.also]);
  const match = matches.find(({ list, entityId }) => right.has(`${list}:${entityId}`));
  return { score: match?.score ?? 0, isCompared: isCompared || !MAY_BE_ASKED.has(row.kind) };
}

const isHeld = (threshold: number) => (outcome: Outcome) =>
  outcome.score >= threshold || !outcome.isCompared;
const countHeld = (outcomes: readonly Outcome[], threshold = THRESHOLD) =>
  outcomes.filter(isHeld(threshold)).length;

const merchants = measureHarmless('merchants', readMerchants());
const people = measureHarmless('people', readPeople());
const variants = makeVariants(Number(values.seed), Number(values['per-kind']));
const rows = variants.map((row) => ({ row, outcome: measureVariant(row) }));

const groups = new Map<string, Outcome[]>();
for (const { row, outcome } of rows) {
  const groupName = `${row.set}${row.context ? ' with a second feature' : ''}`;
  for (const key of [`**${groupName}**`, `${groupName}: ${row.kind}`]) {
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
}
const counts = new Map<string, number>();
for (const { row, outcome } of rows) {
  const count = counts.get(row.kind) ?? 0;
  const isAsked = row.set === 'strong' || row.context !== undefined;
  if (!isAsked || isHeld(THRESHOLD)(outcome) || count >= misses) continue;
  counts.set(row.kind, count + 1);
  console.log(`missed ${row.kind} ${row.set}: ${row.query} = ${row.listedName} (${outcome.score})`);
}

const strong = rows.filter(({ row }) => row.set === 'strong').map(({ outcome }) => outcome);
const figures = {
  seed: Number(values.seed),
  perKind: Number(values['per-kind']),
  heldOfOwnScript: countHeld(
    people.outcomes.filter((_, index) =>
      /[^\p{Script=Latin}\p{M}\p{P}\s]/u.test(people.names[index] ?? ''),
    ),
  ),
  held: [merchants, people].map(({ title, rows: all, kept, outcomes }) => {
    const heldCount = countHeld(outcomes);
    return { title, rows: all, kept, held: heldCount, share: share(heldCount, kept) };
  }),
  found: [...groups].map(([title, outcomes]) => {
    const heldCount = countHeld(outcomes);
    return {
      title,
      rows: outcomes.length,
      found: heldCount,
      share: share(heldCount, outcomes.length),
    };
  }),
  curve: Array.from({ length: 29 }, (_, index) => {
    const threshold = (70 + index) / 100;
    const [shops, persons, listed] = [merchants.outcomes, people.outcomes, strong].map((all) =>
      share(countHeld(all, threshold), all.length),
    );
    return { threshold, merchants: shops, people: persons, recall: listed };
  }),
};

const lines = [
  '| Held | Names | Kept | Held | Share |',
  '| --- | --- | --- | --- | --- |',
  ...figures.held.map((figure) => {
    return `| ${figure.title} | ${figure.rows} | ${figure.kept} | ${figure.held} | ${figure.share} |`;
  }),
  '',
  '| Found | Names | Found | Share |',
  '| --- | --- | --- | --- |',
  ...figures.found.map(
    (figure) => `| ${figure.title} | ${figure.rows} | ${figure.found} | ${figure.share} |`,
  ),
  '',
  '| Threshold | Merchants held | People held | Strong names found |',
  '| --- | --- | --- | --- |',
  ...figures.curve.map((point) => {
    return `| ${point.threshold} | ${point.merchants} | ${point.people} | ${point.recall} |`;
  }),
];
console.log(lines.join('\n'));
console.log(
  `held people in their own script: ${figures.heldOfOwnScript}, not compared: ${people.outcomes.filter((o) => !o.isCompared).length}`,
);
const sorted = processorTimes.sort((a, b) => a - b);
const [median, p99, max] = [0.5, 0.99, 1].map((part) => {
  return Math.round((sorted[Math.ceil(sorted.length * part) - 1] ?? 0) * 10) / 10;
});
const { lookedUp, compared, broughtUp, aligned } = screener.work;
console.log(
  `processor time of a name: median ${median} ms, p99 ${p99} ms, most ${max} ms; on average ` +
    [
      `${Math.round(lookedUp / sorted.length)} words looked up`,
      `${Math.round(compared / sorted.length)} words compared`,
      `${Math.round(broughtUp / sorted.length)} names brought up`,
      `${Math.round(aligned / sorted.length)} pairs of words aligned`,
    ].join(', '),
);
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 1)}\n`);
