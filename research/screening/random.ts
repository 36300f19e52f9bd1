// Numbers from a seed: the same seed makes the same measurement.

export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(from: readonly T[]): T[];
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below: integerBelow,
    pick: (from) => from[integerBelow(from.length)] as (typeof from)[number],
    shuffle(from) {
      const out = [...from];
      for (let index = out.length - 1; index > 0; index -= 1) {
        const other = integerBelow(index + 1);
        [out[index], out[other]] = [out[other] as never, out[index] as never];
      }
      return out;
    },
  };
}
