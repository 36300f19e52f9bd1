// docs/understand/benchmarks.md and docs/reference/benchmarks.json: the tables of a run, and the
// notes below them, which people write and a run keeps.

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMet, type Row, ratioOf, type Target } from './measure.ts';

/** The rows of one section of the bench. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Replaces the table of the rows. */
  readonly text?: string;
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

interface StoredSection {
  readonly title: string;
  readonly text?: string;
  readonly rows: readonly object[];
}

interface Figures {
  readonly machine: Machine;
  readonly results: readonly StoredSection[];
}

const fileOf = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
const DOCUMENT = fileOf('understand/benchmarks.md');
const FIGURES = fileOf('reference/benchmarks.json');
const README = fileURLToPath(new URL('../README.md', import.meta.url));
/** Title of the section that README.md quotes between two comments. */
const QUOTED = 'Versus';
const QUOTE = { start: '<!-- versus -->', end: '<!-- /versus -->' };
/** The text from this heading on is written by people. */
const NOTES = '\n## Notes on ';

/** Formats a section as a heading and a table. */
export function formatSection({ title, rows, text }: Section): string {
  return `## ${title}\n\n${text ?? table(rows)}`;
}

/**
 * Writes the figures of some or of all sections. The page only has rows of one machine, day and
 * version of Node: other sections are kept when they have the same, and removed when they do not.
 * @param all titles of all sections, in their order
 */
export function writeSections(sections: readonly Section[], all: readonly string[]): void {
  const machine = describeMachine();
  const figures = JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures;
  const before = readDocument();
  const isSame = JSON.stringify(figures.machine) === JSON.stringify(machine);
  const tables = isSame ? before.tables : new Map<string, string>();
  const results = new Map(isSame ? figures.results.map((result) => [result.title, result]) : []);
  for (const section of sections) {
    tables.set(section.title, formatSection(section));
    results.set(section.title, storedSectionOf(section));
  }
  const titles = all.filter((title) => tables.has(title));
  const missing = all.filter((title) => !tables.has(title));
  const text = [formatIntroduction(machine, missing), ...titles.map((title) => tables.get(title))];
  writeFileSync(DOCUMENT, `${text.join('\n\n')}\n\n${before.notes}`);
  writeFigures({ machine, results: titles.flatMap((title) => results.get(title) ?? []) });
  quoteInReadme(sections.find(({ title }) => title === QUOTED));
}

function readDocument() {
  const text = readFileSync(DOCUMENT, 'utf8');
  const end = text.indexOf(NOTES);
  const parts = text.slice(0, end).split(/^## /m).slice(1);
  const tables = new Map(parts.map((part) => [part.split('\n')[0] ?? '', `## ${part.trim()}`]));
  return { tables, notes: text.slice(end + 1) };
}

function quoteInReadme(section: Section | undefined): void {
  if (section?.text === undefined) return;
  const readme = readFileSync(README, 'utf8');
  const { measuredAt, processors, node } = describeMachine();
  const day =
    `\`npm run bench -- --versus\` on ${measuredAt}, ${processors}, Node ${node}; floors in brackets, ` +
    'settings and the rest in [benchmarks](docs/understand/benchmarks.md#versus).';
  const [start, end] = [readme.indexOf(QUOTE.start), readme.indexOf(QUOTE.end)];
  if (start < 0 || end < start) throw new Error(`README.md has no line for ${QUOTED}`);
  const quoted = `${QUOTE.start}\n\n${formatShortTable(section.text)}\n\n${day}\n\n`;
  writeFileSync(README, readme.slice(0, start) + quoted + readme.slice(end));
}

/** Formats a row for each number of clients: rates, and the ratio of our rate to Blnk's. */
function formatShortTable(text: string): string {
  const lines = text.split('\n').filter((line) => /^\| \d/.test(line));
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const rows = [...new Set(cells.map(([, clients]) => clients))].map((clients) => {
    const each = cells.filter((row) => row[1] === clients);
    const ownLines = each.slice(0, 2).map((row) => {
      return `${row[3]}: ${row[8]} (${row[9]?.replace(/:.*/, '')})`;
    });
    return `| ${[clients, ...ownLines, each[2]?.[3]].join(' | ')} |`;
  });
  const head = '| clients | Kontor on SQLite, transfers/s: × Blnk | on PostgreSQL | Blnk |';
  return [head, '|---|---|---|---|', ...rows].join('\n');
}

function writeFigures(figures: Figures): void {
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
}

function storedSectionOf({ title, rows, text }: Section): StoredSection {
  return { title, ...(text === undefined ? {} : { text }), rows: rows.map(addResult) };
}

function table(rows: readonly Row[]): string {
  const head = '| measured | figure | p50 ms | p99 ms | baseline | ratio | target | met |';
  const lines = rows.map((row) => {
    const ratio = ratioOf(row);
    const isTargetMet = isMet(row);
    return `| ${[
      row.name,
      row.notRun === undefined ? `${figure(row.value)} ${row.unit}` : `not_run: ${row.notRun}`,
      row.p50Ms === undefined ? '' : figure(row.p50Ms),
      row.p99Ms === undefined ? '' : figure(row.p99Ms),
      row.floor === null ? '' : `${figure(row.floor)} (${row.floorName})`,
      ratio === null ? '' : `${figure(ratio)} ×`,
      formatTarget(row.target),
      isTargetMet === null ? '' : isTargetMet ? 'yes' : '**no**',
    ].join(' | ')} |`;
  });
  return [head, '|---|---|---|---|---|---|---|---|', ...lines].join('\n');
}

function formatTarget(target: Target): string {
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

function addResult(row: Row) {
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

function formatIntroduction(machine: Machine, missing: readonly string[]): string {
  const rest =
    missing.length === 0
      ? ''
      : `\nNot measured on that day (\`not_run\`): ${missing.join(', ')}.\n`;
  return `# Benchmarks

Written by \`npm run bench\`; \`docs/reference/benchmarks.json\` holds the same figures. All of them were measured on
${machine.measuredAt} on one machine: ${machine.processors}, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}.
The load generator, the API, the worker, the Temporal server and the disk share its processors. Every transfer has an
idempotency key, events, a timeline, two entries, a log leaf and a workflow; commits are flushed to disk
(synchronous=FULL).

Read the ratios, not the absolute figures. The baseline of a row is a simpler measurement of the same run, named in
parentheses; the ratio divides the figure by it. In *Versus* the ratio is to Blnk, and the floor is the lowest ratio
that is accepted.
${rest}
The notes below the tables are of other days and machines, which they name: their figures are not comparable
with the rows.`;
}
