// Names of machine-readable zones and barcodes beside names as people write them (ICAO 9303, part 3).

import { foldName, waysToWrite } from './fold.ts';

const APART = /[\s\-,.<]+/u;
const MOST_JOINED = 3;

/** The ways in which each word of a name may stand in a zone. */
function waysIn(name: string): readonly ReadonlySet<string>[] {
  const words = name.normalize('NFKC').split(APART).filter(Boolean);
  return words.flatMap((word) => {
    const folded = foldName(word).words;
    if (folded.length !== 1) return folded.map(({ text }) => new Set([text]));
    const ways = /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(word)
      ? folded.flatMap(({ text, also }) => [text, ...also, ...spellings(text)])
      : folded.flatMap(({ text, also }) => [text, ...also, ...waysToWrite(word)]);
    return [new Set(ways.map((way) => way.replace(/[^a-z0-9]/g, '')))];
  });
}

/** Ukrainian and Russian passports write IU and IA where others write YU and YA. */
function spellings(text: string): string[] {
  const soft = text.replace(/y(?=[aueo])/g, 'i');
  return [soft, soft.replace(/kh/g, 'h'), text.replace(/y/g, 'i'), text.replace(/iy$/, 'y')];
}

/** Words of the zone from a place on, of which the first ones together are this word. */
function wordsTaken(words: readonly string[], ways: ReadonlySet<string>): number {
  for (let count = 1; count <= Math.min(MOST_JOINED, words.length); count += 1) {
    if (ways.has(words.slice(0, count).join(''))) return count;
  }
  return 0;
}

/**
 * True when what a document states is this name, letter by letter in any mixture of the ways in
 * which states write it; words may be left out on either side, and in any order.
 * @param cut the last word of a line that was full, which may be the beginning of one
 */
export function isWrittenAs(stated: string, known: string, cut: string | null = null): boolean {
  const words = foldName(stated).words.map(({ text }) => text);
  const last = cut === null ? undefined : foldName(cut).words.at(-1)?.text;
  let left = [...words];
  let found = 0;
  const all = waysIn(known);
  for (const ways of all) {
    const at = left.findIndex((_, index) => wordsTaken(left.slice(index), ways) > 0);
    if (at >= 0) {
      left = [...left.slice(0, at), ...left.slice(at + wordsTaken(left.slice(at), ways))];
      found += 1;
    } else if (last !== undefined && left.includes(last)) {
      if (![...ways].some((way) => way.startsWith(last))) continue;
      left = left.filter((word) => word !== last);
      found += 1;
    }
  }
  return found > 0 && (left.length === 0 || found === all.length);
}
