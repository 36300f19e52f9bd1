// A seeded random generator whose state fits into a checkpoint. Its statistical quality suffices
// for sampling rows and simulating customers; it must not generate secrets.

export interface Random {
  /** Uniform in [0, 1), 32 bits of it. */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  /** Standard normal (Box and Muller). */
  normal(): number;
  state(): readonly number[];
}

/** State of four 32-bit words (SFC32); the fourth is a counter, so that no state repeats early. */
export function createRandom(seed: number): Random {
  const random = resumeRandom([0, seed >>> 0, 0x9e3779b9, 1]);
  for (let round = 0; round < 16; round++) random.next();
  return random;
}

export function resumeRandom(state: readonly number[]): Random {
  let [a = 0, b = 0, c = 0, counter = 0] = state;
  function nextNumber(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  return {
    next: nextNumber,
    below: (limit) => Math.floor(nextNumber() * limit),
    normal: () => {
      // 1 - next() is never 0, whose logarithm is infinite.
      const radius = Math.sqrt(-2 * Math.log(1 - nextNumber()));
      return radius * Math.cos(2 * Math.PI * nextNumber());
    },
    state: () => [a, b, c, counter],
  };
}

/** Returns the numbers from 0 to length-1 in random order (Fisher and Yates). */
export function shuffle(length: number, random: Random): Uint32Array {
  const order = Uint32Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index--) {
    const swapIndex = random.below(index + 1);
    const element = order[index] as number;
    order[index] = order[swapIndex] as number;
    order[swapIndex] = element;
  }
  return order;
}
