import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { generateLedgers } from './ledgers.ts';
import { CONTEXTS } from './people.ts';

// Counts in how many lines of the texts under models/ and ai/ each payee of the sets occurs. It
// prints only names of the sets and counts, so that authors of sets need not read the texts.

const ROOT = new URL('../../', import.meta.url).pathname;
const TEXT = /\.(ts|mjs|json|jsonl|csv|tsv|txt|md)(\.gz)?$/;

function* textFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) {
      yield* textFiles(path);
    } else if (TEXT.test(entry)) {
      yield path;
    }
  }
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase();

/** Words that are no names. */
const COMMON = new Set(
  `mum grandma heating gmbh plumbing s.r.o. nursery ltd daughters window cleaning daycare llc gym
  mr. mrs dr. prof. sgt. roofing s.l. academia grandson aunt tatra father brother sister & de la le
  van al the quoc bao xu vu thi hong palm doctor mac ni`.split(/\s+/),
);

const people = [
  ...CONTEXTS.flatMap((context) => context.contacts.map(({ name }) => name)),
  ...generateLedgers().flatMap((ledger) => ledger.people),
];
const words = new Map<string, number>();
const countByName = new Map<string, number>();
for (const name of people) {
  countByName.set(fold(name), 0);
  for (const word of fold(name).split(/[\s-]+/)) {
    if (word.length > 2 && !COMMON.has(word)) {
      words.set(word, 0);
    }
  }
}
let lines = 0;
for (const folder of ['models', 'ai']) {
  for (const path of textFiles(join(ROOT, folder))) {
    const bytes = readFileSync(path);
    const text = fold((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
    for (const line of text.split('\n')) {
      lines += 1;
      for (const word of new Set(line.match(/[\p{L}'’]+/gu) ?? [])) {
        const count = words.get(word);
        if (count !== undefined) {
          words.set(word, count + 1);
        }
      }
    }
    for (const [name, count] of countByName) {
      countByName.set(name, count + (name.includes(' ') ? text.split(name).length - 1 : 0));
    }
  }
}
const found = (counts: Map<string, number>): string =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';
process.stdout.write(
  `${lines} lines; of ${countByName.size} names found: ${found(countByName)}; ` +
    `of ${words.size} words of names found: ${found(words)}\n`,
);
