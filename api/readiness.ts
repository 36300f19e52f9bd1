// Whether a request that moves money would work: workers and Temporal are there, and every database
// takes a write. Whoever asks often gets the answer of the last second.

import type { Logger } from 'pino';

export interface Readiness {
  readonly status: 'ready' | 'starting' | 'not_writable';
  /** The databases that take no write. */
  readonly failing?: readonly string[];
}

export interface ReadinessParts {
  readonly isReady: () => boolean;
  /** By the name of a database: rejects when it takes no write. */
  readonly writes: Readonly<Record<string, () => Promise<void>>>;
  readonly log: Logger;
}

const FRESH_MS = 1_000;
/** A commit that takes longer does not serve anybody who waits for an answer. */
const PATIENCE_MS = 5_000;

/** @returns what looks, at most once a second */
export function readinessOf(parts: ReadinessParts): () => Promise<Readiness> {
  let last: { at: number; found: Promise<Readiness> } | null = null;
  return () => {
    if (!parts.isReady()) return Promise.resolve({ status: 'starting' });
    if (last === null || performance.now() - last.at > FRESH_MS) {
      last = { at: performance.now(), found: look(parts) };
    }
    return last.found;
  };
}

async function look({ writes, log }: ReadinessParts): Promise<Readiness> {
  const tries = Object.entries(writes).map(async ([name, write]) => {
    try {
      await Promise.race([write(), tooLate()]);
      return null;
    } catch (error) {
      log.error({ database: name, err: error }, 'a database takes no write');
      return name;
    }
  });
  const failing = (await Promise.all(tries)).filter((name) => name !== null);
  return failing.length === 0 ? { status: 'ready' } : { status: 'not_writable', failing };
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the commit did not come')), PATIENCE_MS).unref();
  });
}
