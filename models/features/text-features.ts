// A message as three bags of hashed features: words alone and beside each other, words that occur
// together anywhere, and characters inside words. Training and serving use the same code.

/** Buckets of each bag. */
export const TEXT_BUCKETS = 2 ** 14;

/** The occurring buckets, with the damped count of each. */
export interface WordBag {
  readonly buckets: readonly number[];
  readonly weights: readonly number[];
}

/** The bags in the order of their columns, each with its share of a message's length. */
export const BAGS = { words: 1, characters: 1.4, pairs: 1 } as const;

export type TextFeatures = Readonly<Record<keyof typeof BAGS, WordBag>>;

const MIN_GRAM_LENGTH = 2;
const MAX_GRAM_LENGTH = 5;
/** Most distinct words that are paired, so that a long message does not cost seconds. */
const MAX_PAIRED = 60;
/** Most characters of a message that are read. */
const MAX_READ = 1000;

/** Normalises compatibility forms, removes format characters, and joins white space. */
export function normaliseMessage(message: string): string {
  return message
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns the features of a message. */
export function computeTextFeatures(message: string): TextFeatures {
  const text = normaliseMessage(message).slice(0, MAX_READ).toLowerCase().replaceAll('’', "'");
  const words = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map(stem);
  return {
    words: countGrams(listWordGrams(words)),
    characters: countGrams(listCharacterGrams(text)),
    pairs: countGrams(listPairs(words)),
  };
}

/** Removes the commonest English endings. */
function stem(word: string): string {
  return word.replace(/(ing|ed|es|s|ly)$/, '');
}

/** Prefixes: `1` one word, `2` two neighbours, `s` the start of the message, `e` its end. */
function* listWordGrams(words: readonly string[]): Generator<string> {
  for (const [index, word] of words.entries()) {
    yield `1${word}`;
    if (index > 0) yield `2${words[index - 1]} ${word}`;
  }
  if (words.length === 0) return;
  yield `s${words[0]}`;
  yield `s2${words.slice(0, 2).join(' ')}`;
  yield `e${words.at(-1)}`;
}

function* listPairs(words: readonly string[]): Generator<string> {
  const distinct = [...new Set(words)].slice(0, MAX_PAIRED).sort();
  for (const [index, feature] of distinct.entries()) {
    for (const other of distinct.slice(index + 1)) yield `${feature}+${other}`;
  }
}

function* listCharacterGrams(text: string): Generator<string> {
  for (const word of text.split(' ')) {
    const padded = ` ${word} `;
    for (let length = MIN_GRAM_LENGTH; length <= MAX_GRAM_LENGTH; length++) {
      for (let index = 0; index + length <= padded.length; index++)
        yield padded.slice(index, index + length);
      if (length >= padded.length) break;
    }
  }
}

function countGrams(grams: Iterable<string>): WordBag {
  const counts = new Map<number, number>();
  for (const gram of grams) {
    const bucket = hashGram(gram) % TEXT_BUCKETS;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const weights = [...counts.values()].map((count) => 1 + Math.log(count));
  return { buckets: [...counts.keys()], weights };
}

/** FNV-1a over UTF-16 units, mixed once more so that the low bits are evenly distributed. */
function hashGram(gram: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < gram.length; index++) {
    hash ^= gram.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return hash >>> 0;
}
