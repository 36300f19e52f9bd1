// Reads of a test: they count, report their progress, and fail.

import type { Reader } from '../../../db/kernel/read-thread.ts';

const counts = { made: 0, ended: 0 };

export const COUNTING_READS = {
  counters: ({ database }: Reader, _: object) =>
    database.raw.prepare<[], number>('SELECT count(*) FROM counters').pluck().get(),
  write: ({ database }: Reader, _: object) => database.raw.exec('DELETE FROM counters'),
  made: (_reader: Reader, _: object) => ({ ...counts }),
  end: (_reader: Reader, _: object): void => process.exit(),
  upTo: async function* (_reader: Reader, { to }: { readonly to: number }) {
    try {
      for (let number = 1; number <= to; number++) {
        counts.made += 1;
        yield number;
      }
    } finally {
      counts.ended += 1;
    }
  },
  // biome-ignore lint/correctness/useYield: it fails before the first piece
  faulty: async function* (_reader: Reader, _: object): AsyncGenerator<number, void> {
    throw new Error('no more');
  },
};
