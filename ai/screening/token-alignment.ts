// Two names side by side: each word is given at most one partner, the surest pairs first; what is
// left over counts by how much it says. The order of the words does not matter.

import type { Word } from './fold-name.ts';
import { ALIKE, jaroWinkler, wordSimilarity } from './similarity.ts';
import type { Weighed } from './vocabulary.ts';

/** How far a word of the query is a listed one; found out before, once for all names. */
export type Similarity = (query: Word, listed: Word) => number;

/** What speaks for a match, and how much of either name it covers. */
export interface Alignment {
  readonly score: number;
  /** The part of the query that has a partner, by weight. */
  readonly queryCoverage: number;
  /** The part of the listed name that has a partner, by weight. */
  readonly listedCoverage: number;
  readonly pairs: readonly {
    readonly query: string;
    readonly listed: string;
    readonly similarity: number;
  }[];
}

/** A listed name is often longer than the name that a client writes. */
const OF_QUERY = 0.62;
/** Words written as one, or one as two: sure only when nearly nothing else differs. */
const GLUED = 0.95;
/** Of several words, one alone is no name. */
const ONE_OF_MANY = 0.84;

/** Joins two neighbours where the other side has them as one word: AL ZAWAHIRI, ALZAWAHIRI. */
function glueWords(words: readonly Weighed[], others: readonly Weighed[]): readonly Weighed[] {
  const out: Weighed[] = [];
  let joined = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const next = words[at + 1];
    if (!word) continue;
    const text = next ? word.text + next.text : '';
    const partner = next ? others.find((other) => isOne(text, other.text)) : undefined;
    const apart = partner && next ? others.some(({ text: one }) => one === next.text) : true;
    if (partner && next && !apart) {
      out.push({ ...partner, text, weight: Math.max(word.weight, next.weight, partner.weight) });
      at += 1;
      joined = true;
    } else out.push(word);
  }
  return joined ? out : words;
}

function isOne(joined: string, other: string): boolean {
  if (other.length < 5 || joined[0] !== other[0]) return false;
  return Math.abs(joined.length - other.length) <= 2 && jaroWinkler(joined, other) >= GLUED;
}

function weightOfAll(words: readonly Weighed[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function tellingIn(words: readonly Weighed[]): number {
  return words.filter(isTelling).length;
}

function isTelling({ slight, text }: Word): boolean {
  return !slight && text.length > 1;
}

/** Aligns a query with a listed name. */
export function align(
  query: readonly Weighed[],
  listed: readonly Weighed[],
  similarityOf: Similarity,
): Alignment {
  const asked = glueWords(query, listed);
  const known = glueWords(listed, query);
  const options = asked.flatMap((a, i) =>
    known.flatMap((b, j) => {
      const isGlued = asked !== query || known !== listed;
      const similarity = isGlued ? wordSimilarity(a, b) : similarityOf(a, b);
      return similarity >= ALIKE ? [{ a, b, i, j, similarity }] : [];
    }),
  );
  options.sort((x, y) => y.similarity - x.similarity || x.i - y.i || x.j - y.j);
  const takenI = new Set<number>();
  const takenJ = new Set<number>();
  const pairs: Alignment['pairs'][number][] = [];
  let askedTotal = weightOfAll(asked);
  let askedFound = 0;
  let knownFound = 0;
  let distinctive = 0;
  for (const { a, b, i, j, similarity } of options) {
    if (takenI.has(i) || takenJ.has(j)) continue;
    takenI.add(i);
    takenJ.add(j);
    // A misspelt common word is no rare one.
    const weight = Math.min(a.weight, b.weight);
    askedTotal -= a.weight - weight;
    // Letters that differ cost more than the measure says: most pairs of words are half alike.
    const worth = similarity >= 0.999 ? 1 : similarity - (1 - similarity) * 0.6;
    askedFound += weight * worth;
    knownFound += b.weight * worth;
    // A matching initial distinguishes two people of one family.
    if (!a.slight && !b.slight) distinctive += 1;
    pairs.push({ query: a.text, listed: b.text, similarity });
  }
  const queryCoverage = askedTotal > 0 ? askedFound / askedTotal : 0;
  const knownTotal = weightOfAll(known);
  const listedCoverage = knownTotal > 0 ? knownFound / knownTotal : 0;
  const raw = OF_QUERY * queryCoverage + (1 - OF_QUERY) * listedCoverage;
  const most = Math.max(tellingIn(asked), tellingIn(known));
  const isAlone = distinctive < 2 && most > 1 && raw < 0.999;
  const score = distinctive === 0 ? 0 : isAlone ? raw * ONE_OF_MANY : raw;
  return { score: Math.min(1, score), queryCoverage, listedCoverage, pairs };
}
