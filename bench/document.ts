// docs/benchmarks.md and docs/benchmarks.json: the tables of a run, and the notes that people have
// written below them, which a run keeps.

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMet, type Row, ratioOf, type Target } from './measure.ts';

/** The rows of one section of the bench. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

interface Machine {
  /** The day, UTC. */
  readonly measuredAt: string;
  readonly processors: string;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly kontor: string;
}

interface Kept {
  readonly title: string;
  /** Left out: the machine and the day of the whole run. */
  readonly machine?: Machine;
  readonly rows: readonly object[];
}

interface Figures {
  readonly machine: Machine;
  readonly results: readonly Kept[];
}

const fileOf = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
const DOCUMENT = fileOf('benchmarks.md');
const FIGURES = fileOf('benchmarks.json');
/** The text from here on is written by people. */
const NOTES = '\n## Notes on ';

/** A section as its heading and its table. */
export function sectionText({ title, rows }: Section): string {
  return `## ${title}\n\n${table(rows)}`;
}

/** Writes the figures of a whole run. */
export function writeWhole(sections: readonly Section[]): void {
  const machine = describeMachine();
  const { notes } = documentNow();
  writeDocument(introduction(machine), sections.map(sectionText), notes);
  writeFigures({ machine, results: sections.map(keep) });
}

/** Puts the tables of some sections in the place of the former ones, each with its day. */
export function writeSections(sections: readonly Section[]): void {
  const machine = describeMachine();
  const { introduction: before, tables, notes } = documentNow();
  const figures = JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures;
  const results = new Map(figures.results.map((one) => [one.title, one]));
  for (const section of sections) {
    const { measuredAt, processors, node } = machine;
    const day = `Measured on ${measuredAt} on ${processors}, Node ${node}.`;
    tables.set(section.title, `## ${section.title}\n\n${day}\n\n${table(section.rows)}`);
    results.set(section.title, { ...keep(section), machine });
  }
  writeDocument(before, [...tables.values()], notes);
  writeFigures({ machine: figures.machine, results: [...results.values()] });
}

function documentNow() {
  const text = readFileSync(DOCUMENT, 'utf8');
  const end = text.indexOf(NOTES);
  const [before = '', ...parts] = text.slice(0, end).split(/^## /m);
  const tables = new Map(parts.map((part) => [part.split('\n')[0] ?? '', `## ${part.trim()}`]));
  return { introduction: before, tables, notes: text.slice(end + 1) };
}

function writeDocument(before: string, tables: readonly string[], notes: string): void {
  writeFileSync(DOCUMENT, `${before.trim()}\n\n${tables.join('\n\n')}\n\n${notes}`);
}

function writeFigures(figures: Figures): void {
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
}

function keep({ title, rows }: Section): Kept {
  return { title, rows: rows.map(flat) };
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

function describeMachine(): Machine {
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

function introduction(machine: Machine): string {
  return `# Benchmarks

Written by \`npm run bench\`; \`docs/benchmarks.json\` holds the same figures. Measured on
${machine.measuredAt} on ${machine.processors}, ${machine.memoryGiB} GiB, ${machine.system}, Node
${machine.node}, with everything on one machine: load generator, API, worker, Temporal server and
disk share the processors. Read the ratios, not the absolute figures: each row stands beside its
floor from the same run. Every transfer has an idempotency key, two events, a timeline, two
entries, a log leaf and a workflow; commits are flushed to disk (synchronous=FULL).
`;
}
