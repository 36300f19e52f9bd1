// Measures the screening of names: recall over misspelt names of the OFAC lists, false positives
// over names of others, time per name, into docs/screening.md. `npm run screening`; the same lists
// and seed give the same figures, besides the times, which it only prints.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readListFile } from '../ai/screening/list-file.ts';
import { buildScreener, type Screener, THRESHOLD } from '../ai/screening/screener.ts';
import { KNOWN_LISTED, KNOWN_NOT_LISTED } from './screening/known-persons.ts';
import { negatives, type Outcome, play, positives } from './screening/measure.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const SEED = 20_260_227;
const PER_KIND = 400;
const NEGATIVES_PER_KIND = 2_000;

function built(): { screener: Screener; milliseconds: number } {
  const start = performance.now();
  const building = buildScreener(lists);
  for (;;) {
    const step = building.next();
    if (step.done) return { screener: step.value, milliseconds: performance.now() - start };
  }
}

/** Wilson's interval of 95 %. */
function interval(part: number, of: number): readonly [number, number] {
  const z2 = 1.96 ** 2;
  const p = part / of;
  const middle = (p + z2 / (2 * of)) / (1 + z2 / of);
  const half = (1.96 / (1 + z2 / of)) * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of));
  return [middle - half, middle + half];
}

const shown = (rate: number) => Math.round(rate * 1e4) / 1e4;
const tenths = (value = 0) => Math.round(value * 10) / 10;

function row(label: string, outcomes: readonly Outcome[], target: string): string {
  const hit = outcomes.filter(({ score }) => score >= THRESHOLD).length;
  const [low, high] = interval(hit, outcomes.length);
  const figure = `${shown(hit / outcomes.length)} (${shown(low)} – ${shown(high)})`;
  return `| ${label} | ${outcomes.length} | ${figure} | ${target} |`;
}

const of = (outcomes: readonly Outcome[], kind: string) =>
  outcomes.filter((outcome) => outcome.kind === kind);
const rate = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ score }) => score >= THRESHOLD).length / outcomes.length;
const verdict = (met: boolean, target: string) => `${target}: ${met ? 'met' : '**missed**'}`;

const lists = readListFile(pathOf('ai/screening/lists/sanctions.json.gz'));
const { screener, milliseconds } = built();
const found = play(screener, positives(lists, SEED, PER_KIND));
const wrong = play(screener, negatives(lists, SEED + 1, NEGATIVES_PER_KIND));
const kinds = (outcomes: readonly Outcome[]) => [...new Set(outcomes.map(({ kind }) => kind))];
const times = [...found, ...wrong].map((one) => one.milliseconds).sort((a, b) => a - b);
const quantile = (q: number) => tenths(times[Math.floor(times.length * q)]);

/** An entry with the word, at the default threshold, without date of birth and country. */
const known = KNOWN_LISTED.filter(([name, word]) =>
  screener.screen({ name }).some((hit) => `${hit.name} ${hit.matchedName}`.includes(word)),
);
const innocent = KNOWN_NOT_LISTED.filter((name) => screener.screen({ name }).length > 0);
const missing = KNOWN_LISTED.filter((one) => !known.includes(one)).map(([name]) => name);

const table = [
  `Of ${KNOWN_LISTED.length} persons who are widely known to be listed, ${known.length} are found${
    missing.length > 0 ? ` (missing: ${missing.join(', ')})` : ''
  };`,
  `of ${KNOWN_NOT_LISTED.length} well-known persons who are on no list, ` +
    `${innocent.length} are hits${innocent.length > 0 ? ` (${innocent.join(', ')})` : ''}.`,
  '',
  `| Recall: ${THRESHOLD} and more | Names | Found, 95 % interval | Target |`,
  '| --- | --- | --- | --- |',
  row('**all kinds**', found, verdict(rate(found) >= 0.97, '≥ 0.97')),
  ...kinds(found).map((kind) => row(kind.replaceAll('_', ' '), of(found, kind), '')),
  '',
  '| False positives | Names | Hit, 95 % interval | Target |',
  '| --- | --- | --- | --- |',
  row('**both kinds**', wrong, verdict(rate(wrong) <= 0.045, '≤ 0.045')),
  ...kinds(wrong).map((kind) => {
    const some = of(wrong, kind);
    return row(kind.replaceAll('_', ' '), some, verdict(rate(some) <= 0.045, '≤ 0.045'));
  }),
];
const START = '<!-- measured -->';
const END = '<!-- /measured -->';
const page = readFileSync(pathOf('docs/screening.md'), 'utf8');
const before = page.slice(0, page.indexOf(START) + START.length);
const after = page.slice(page.indexOf(END));
writeFileSync(pathOf('docs/screening.md'), `${before}\n${table.join('\n')}\n${after}`);
process.stdout.write(`${table.join('\n')}\n`);
process.stdout.write(
  `index ${Math.round(milliseconds)} ms; a name p50 ${quantile(0.5)} ms, ` +
    `p95 ${quantile(0.95)} ms, p99 ${quantile(0.99)} ms, most ${tenths(times.at(-1))} ms\n`,
);
