// Random sources that are seeded by names: the same names give the same numbers on every machine,
// and another draw from one source does not change the others.

/** A random source. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** An integer from `low` to `high` inclusive. */
  integer(low: number, high: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Returns `count` different elements, or all when there are fewer. */
  sample<T>(from: readonly T[], count: number): T[];
  /** Returns a sample of a normal distribution, by the sum of twelve uniform samples. */
  normal(mean: number, deviation: number): number;
}

/** Returns the source of a purpose: `randomFor(7, 'household', 3)`. */
export function createRandomFor(...names: readonly (string | number)[]): Random {
  let state = hashText(names.join('/'));
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => from[integer(0, from.length - 1)] as T;
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    sample: (from, count) => {
      const list = [...from];
      const sample: (typeof list)[number][] = [];
      while (sample.length < count && list.length > 0) {
        sample.push(...list.splice(integer(0, list.length - 1), 1));
      }
      return sample;
    },
    normal: (mean, deviation) => {
      let sum = 0;
      for (let index = 0; index < 12; index += 1) sum += next();
      return mean + (sum - 6) * deviation;
    },
  };
}

/** FNV-1a over code units, 32 bit. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
