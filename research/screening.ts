// Measures the screening of names: recall over misspelt names of the OFAC lists, false positives
// over names of others, time per name, into docs/build/screening.md and ai/screening/measured.json.
// `node research/screening.ts`; the same lists and seed give the same figures, besides the times, which it
// only prints.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readListFile } from '../ai/screening/list-file.ts';
import { MEASURED_SCREENING, type MeasuredScreening } from '../ai/screening/measurement.ts';
import { SCREENING_VERSION, type Screener, THRESHOLD } from '../ai/screening/screener.ts';
import { sha256 } from '../models/artifact.ts';
import { wilson } from '../models/evaluate/normal.ts';
import type { Interval } from '../models/learn/train/bootstrap.ts';
import { buildAtOnce } from './names/shipped.ts';
import { KNOWN_LISTED, KNOWN_NOT_LISTED } from './screening/known-persons.ts';
import { listNegatives, listPositives, type Outcome, play } from './screening/measure.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const SEED = 20_260_227;
const PER_KIND = 400;
const NEGATIVES_PER_KIND = 2_000;

function build(): { screener: Screener; milliseconds: number } {
  const start = performance.now();
  const screener = buildAtOnce(lists);
  return { screener, milliseconds: performance.now() - start };
}

const round = (rate: number) => Math.round(rate * 1e4) / 1e4;
const tenths = (value = 0) => Math.round(value * 10) / 10;

function row(label: string, outcomes: readonly Outcome[], target: string): string {
  const { value, low, high } = intervalOf(outcomes);
  const figure = `${round(value)} (${round(low)} – ${round(high)})`;
  return `| ${label} | ${outcomes.length} | ${figure} | ${target} |`;
}

/** The share at a threshold or above it, with Wilson's interval of 95 %. */
function intervalOf(outcomes: readonly Outcome[], threshold = THRESHOLD): Interval {
  const hits = outcomes.filter(({ score }) => score >= threshold).length;
  const { value, low, high } = wilson(hits, outcomes.length) ?? { value: 0, low: 0, high: 1 };
  return { value: round(value), low: round(low), high: round(high) };
}

const outcomesOf = (outcomes: readonly Outcome[], kind: string) =>
  outcomes.filter((outcome) => outcome.kind === kind);
const rate = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ score }) => score >= THRESHOLD).length / outcomes.length;
const verdict = (met: boolean, target: string) => `${target}: ${met ? 'met' : '**missed**'}`;

function shareOf(verb: string, kind: string, outcomes: readonly Outcome[]) {
  const some = outcomesOf(outcomes, kind);
  return {
    what: `${verb}: ${kind.replaceAll('_', ' ')}`,
    rows: some.length,
    share: intervalOf(some),
  };
}

const LISTS = 'ai/screening/lists/sanctions.json.gz';
const lists = readListFile(pathOf(LISTS));
const { screener, milliseconds } = build();
const results = play(screener, listPositives(lists, SEED, PER_KIND));
const wrong = play(screener, listNegatives(lists, SEED + 1, NEGATIVES_PER_KIND));
const kinds = (outcomes: readonly Outcome[]) => [...new Set(outcomes.map(({ kind }) => kind))];
const times = [...results, ...wrong].map((result) => result.milliseconds).sort((a, b) => a - b);
const quantile = (q: number) => tenths(times[Math.floor(times.length * q)]);

/** An entry with the word, at the default threshold, without date of birth and country. */
const listedFound = KNOWN_LISTED.filter(([name, word]) =>
  screener.screen({ name }).some((hit) => `${hit.name} ${hit.matchedName}`.includes(word)),
);
const innocent = KNOWN_NOT_LISTED.filter((name) => screener.screen({ name }).length > 0);
const missing = KNOWN_LISTED.filter((listed) => !listedFound.includes(listed)).map(
  ([name]) => name,
);

const table = [
  `Of ${KNOWN_LISTED.length} persons who are widely known to be listed, ${listedFound.length} are found${
    missing.length > 0 ? ` (missing: ${missing.join(', ')})` : ''
  };`,
  `of ${KNOWN_NOT_LISTED.length} well-known persons who are on no list, ` +
    `${innocent.length} are hits${innocent.length > 0 ? ` (${innocent.join(', ')})` : ''}.`,
  '',
  `| Recall: ${THRESHOLD} and more | Names | Found, 95 % interval | Target |`,
  '| --- | --- | --- | --- |',
  row('**all kinds**', results, verdict(rate(results) >= 0.97, '≥ 0.97')),
  ...kinds(results).map((kind) => row(kind.replaceAll('_', ' '), outcomesOf(results, kind), '')),
  '',
  '| False positives | Names | Hit, 95 % interval | Target |',
  '| --- | --- | --- | --- |',
  row('**both kinds**', wrong, verdict(rate(wrong) <= 0.045, '≤ 0.045')),
  ...kinds(wrong).map((kind) => {
    const some = outcomesOf(wrong, kind);
    return row(kind.replaceAll('_', ' '), some, verdict(rate(some) <= 0.045, '≤ 0.045'));
  }),
];
/** The figures of the validation report. */
const measured: MeasuredScreening = {
  version: SCREENING_VERSION,
  listsSha256: sha256(readFileSync(pathOf(LISTS))),
  threshold: THRESHOLD,
  listed: results.length,
  unlisted: wrong.length,
  shares: [
    { what: 'listed names that are found', rows: results.length, share: intervalOf(results) },
    ...kinds(results).map((kind) => shareOf('found', kind, results)),
    { what: 'other names that are hit', rows: wrong.length, share: intervalOf(wrong) },
    ...kinds(wrong).map((kind) => shareOf('hit', kind, wrong)),
  ],
  curve: Array.from({ length: 51 }, (_, index) => {
    const threshold = (50 + index) / 100;
    const [recall, falsePositives] = [results, wrong].map(
      (all) => intervalOf(all, threshold).value,
    );
    return { threshold, recall: recall ?? 0, falsePositiveRate: falsePositives ?? 0 };
  }),
};
writeFileSync(MEASURED_SCREENING, `${JSON.stringify(measured, null, 2)}\n`);

const START_MARK = '<!-- measured -->';
const END_MARK = '<!-- /measured -->';
const page = readFileSync(pathOf('docs/build/screening.md'), 'utf8');
const before = page.slice(0, page.indexOf(START_MARK) + START_MARK.length);
const after = page.slice(page.indexOf(END_MARK));
writeFileSync(pathOf('docs/build/screening.md'), `${before}\n${table.join('\n')}\n${after}`);
process.stdout.write(`${table.join('\n')}\n`);
process.stdout.write(
  `index ${Math.round(milliseconds)} ms; a name p50 ${quantile(0.5)} ms, ` +
    `p95 ${quantile(0.95)} ms, p99 ${quantile(0.99)} ms, most ${tenths(times.at(-1))} ms\n`,
);
