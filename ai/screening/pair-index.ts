// An index of words by their pairs of letters. The rarest pairs of a word retrieve the candidates
// that can share enough of them; pairs common to all words are only counted for these candidates.

/** Minimum share of the longer word's pairs of letters that both words must have. */
const SHARED_PAIRS = 0.34;
const MAX_LONGER = 4;
/** Number of words that are indexed before other work continues. */
const WORDS_PER_TURN = 500;

/** Codes of letters, digits and the edge of a word; all other characters share one code. */
const SIGNS = 38;
const EDGE = 36;
const OTHER_SIGN = 37;

function signAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return code - 22;
  return OTHER_SIGN;
}

/** The pairs of a word, each once. */
function listPairs(text: string): number[] {
  const pairs: number[] = [];
  let before = EDGE;
  for (let index = 0; index <= text.length; index += 1) {
    const sign = index < text.length ? signAt(text, index) : EDGE;
    const pair = before * SIGNS + sign;
    if (!pairs.includes(pair)) pairs.push(pair);
    before = sign;
  }
  return pairs;
}

const NO_PLACES = new Uint32Array(0);

/** Finds the words that share enough pairs with a word; returns their numbers. */
export type PairIndex = (text: string) => number[];

/** Indexes words in turns. */
export function* indexPairs(texts: readonly string[]): Generator<void, PairIndex> {
  // Sorted by length, so that words of one length are adjacent in every list.
  const ofLength: number[][] = [];
  for (const [id, { length }] of texts.entries()) {
    const sameLength = ofLength[length];
    if (sameLength) sameLength.push(id);
    else ofLength[length] = [id];
  }
  const order = Uint32Array.from(ofLength.flatMap((ids) => ids ?? []));
  const lengths = Uint8Array.from(order, (id) => texts[id]?.length ?? 0);
  const lists: number[][] = Array.from({ length: SIGNS * SIGNS }, () => []);
  for (const [place, id] of order.entries()) {
    if (place % WORDS_PER_TURN === 0) yield;
    for (const pair of listPairs(texts[id] ?? '')) lists[pair]?.push(place);
  }
  const posting = lists.map((positions) => Uint32Array.from(positions));
  yield;
  const shared = new Uint8Array(order.length);
  const candidates = new Uint32Array(order.length);

  return (text) => {
    const pairs = listPairs(text);
    const { length } = text;
    // Words that share this many pairs have one of the others, however common these are.
    const toleratedPairs = Math.ceil(SHARED_PAIRS * (length + 1)) - 1;
    if (pairs.length <= toleratedPairs) return [];
    const from = findPosition(lengths, length - MAX_LONGER);
    const to = findPosition(lengths, length + MAX_LONGER + 1);
    const ranges = pairs.map((pair) => {
      const positions = posting[pair] ?? NO_PLACES;
      return { positions, first: findPosition(positions, from), end: findPosition(positions, to) };
    });
    ranges.sort((a, b) => a.end - a.first - (b.end - b.first));
    const rare = pairs.length - toleratedPairs;
    let count = 0;
    for (let rank = 0; rank < ranges.length; rank += 1) {
      const { positions, first, end } = ranges[rank] as (typeof ranges)[number];
      for (let index = first; index < end; index += 1) {
        const place = positions[index] as number;
        const before = shared[place] as number;
        if (before === 0) {
          if (rank >= rare) continue;
          candidates[count] = place;
          count += 1;
        }
        shared[place] = before + 1;
      }
    }
    const matches: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const place = candidates[index] as number;
      const sum = shared[place] as number;
      shared[place] = 0;
      if (
        sum > toleratedPairs &&
        sum >= SHARED_PAIRS * (Math.max(lengths[place] as number, length) + 1)
      ) {
        matches.push(order[place] as number);
      }
    }
    return matches;
  };
}

/** Returns the position of the first number that is not less than the target. */
function findPosition(sorted: Uint8Array | Uint32Array, minValue: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < minValue) low = middle + 1;
    else high = middle;
  }
  return low;
}
