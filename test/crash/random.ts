// A seeded generator of random numbers. Each part of a run has its own stream, so that draws of one
// part do not change the others.

export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from `min` to `max` inclusive. */
  whole(min: number, max: number): number;
  /** Returns true with this probability. */
  chance(share: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  shuffle<T>(list: readonly T[]): T[];
}

/** @param stream name of the part of the run */
export function createRandom(seed: number, stream: string): Random {
  let state = fnv1a(`${seed}/${stream}`);

  // mulberry32: 32 bits of state, passes the usual tests, and fits into six lines.
  function nextNumber(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  }

  const integerBetween = (min: number, max: number) =>
    min + Math.floor(nextNumber() * (max - min + 1));
  return {
    next: nextNumber,
    whole: integerBetween,
    chance: (share) => nextNumber() < share,
    pick: (list) => list[integerBetween(0, list.length - 1)] ?? list[0],
    shuffle(list) {
      const remaining = [...list];
      return list.flatMap(() => remaining.splice(integerBetween(0, remaining.length - 1), 1));
    },
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
