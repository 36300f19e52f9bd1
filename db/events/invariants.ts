// Checks that events of transactions read as they were written. The log stores only facts and a
// digest of the original wire form; the wire form rendered from the facts must have that digest.

import type BetterSqlite3 from 'better-sqlite3';
import type { Check } from '../invariants.ts';
import { isAsWritten, readFacts, type TransactionFacts } from '../transactions/event-facts.ts';

/** Events that one check renders: spread evenly over the log and including the newest. */
const MAX_SAMPLED = 2_000;
const MAX_EXAMPLES = 5;

interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly transactionId: string;
  readonly data: string;
}

/** Renders a sample of the log twice and compares the results with the stored digests. */
export function checkEventDigests(raw: BetterSqlite3.Database): Check {
  const events = sampleOf(raw).map(({ data, ...event }) => ({
    ...event,
    facts: JSON.parse(data) as TransactionFacts,
  }));
  const faults = events.filter((event) => !hasWrittenDigest(raw, event));
  return {
    name: 'event_reads_as_written',
    guarantee: `An event reads as it was written, regardless of later changes (at most ${MAX_SAMPLED} are checked).`,
    violations: faults.length,
    examples: faults.slice(0, MAX_EXAMPLES).map(({ id, type, transactionId }) => {
      return { id, type, transactionId };
    }),
  };
}

function sampleOf(raw: BetterSqlite3.Database): StoredEvent[] {
  const last = raw.prepare<[], number>('SELECT coalesce(max(row), 0) FROM events').pluck().get();
  const stride = Math.max(1, Math.ceil((last ?? 0) / MAX_SAMPLED));
  return raw
    .prepare<[number, number], StoredEvent>(
      `WITH RECURSIVE picked (row) AS (SELECT ? UNION ALL
         SELECT row - ? FROM picked WHERE row > 0)
       SELECT e.id, e.type, e.object_id AS transactionId, e.data
       FROM picked JOIN events e ON e.row = picked.row WHERE e.data LIKE '{"facts":%'
       -- Between two slices of an erasure its transaction has been blanked, and the event not yet.
       AND NOT EXISTS (SELECT 1 FROM transactions t JOIN customer_erasures c
         ON c.customer_id = t.customer_id AND c.status = 'running' WHERE t.id = e.object_id)`,
    )
    .all(last ?? 0, stride);
}

type SampledEvent = Omit<StoredEvent, 'data'> & { readonly facts: TransactionFacts };

/**
 * Renders twice, as readers of different times do, and for both environments, because a ledger file
 * does not name its own.
 */
function hasWrittenDigest(raw: BetterSqlite3.Database, event: SampledEvent): boolean {
  const read = (livemode: boolean) => readFacts({ raw }, [event, event], livemode);
  try {
    return [false, true].some((livemode) =>
      read(livemode).every(({ view }) => isAsWritten(event.facts, view)),
    );
  } catch {
    // The transaction is missing, or has data that cannot be rendered.
    return false;
  }
}
