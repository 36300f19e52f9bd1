// Log of developers' requests to the API. Entries are kept in memory for a second and then written
// in slices that each occupy the serving thread for milliseconds. Counts by day are complete; rows
// beyond the limits of a second are left out.

import { mint } from '../db/kernel/mint.ts';
import type { Page } from '../db/kernel/page.ts';
import type { LoggedRequest, RequestCount, RequestFilter } from '../db/platform/request-log.ts';
import type { KeyOwner, PlatformRows } from '../db/platform/rows.ts';
import { DAY_MS } from '../ledger/durations.ts';

const WRITE_EVERY_MS = 1_000;
/** Maximum rows a second for one developer and environment. */
const MAX_ROWS_OF_OWNER = 500;
/** Maximum rows a second for all developers. */
const MAX_ROWS = 2_000;
export const KEPT_DAYS = 30;
export const COUNTED_DAYS = 90;
/** Number of rows beyond which the oldest are removed, whatever their age. */
const MAX_STORED_ROWS = 3_000_000;
/** The most rows that one transaction writes or removes: about 3 ms. */
const SLICE_ROWS = 200;

/** An answered request. */
export type RequestEntry = Omit<LoggedRequest, 'id'>;

export interface RequestLog {
  /** Adds a request in memory. */
  add(entry: RequestEntry): void;
  /** Newest first, including rows that this process has not written yet. */
  list(owner: KeyOwner, filter: RequestFilter): Promise<Page<LoggedRequest>>;
  /** Counts of today and the given number of days before, by day, route and outcome. */
  counts(owner: KeyOwner, days: number): Promise<RequestCount[]>;
  stop(): void;
}

/** @param now milliseconds since 1970 UTC */
export function requestLogOf(rows: PlatformRows, now: () => number): RequestLog {
  const { requests: store } = rows;
  let waitingRows: LoggedRequest[] = [];
  let countByKey = new Map<string, RequestCount>();
  let countByOwner = new Map<string, number>();
  let sweptDay = 0;

  /** The rows that are being written; empty between two writes. */
  let pending: { rows: LoggedRequest[]; counts: RequestCount[] } = { rows: [], counts: [] };
  function takeWaiting(): void {
    pending = { rows: waitingRows, counts: [...countByKey.values()] };
    waitingRows = [];
    countByKey = new Map();
    countByOwner = new Map();
  }
  /** Writes one slice; returns true while taken rows remain. */
  function writeSlice(): boolean {
    for (const row of pending.rows.splice(0, SLICE_ROWS)) store.insert(row);
    for (const row of pending.counts.splice(0, SLICE_ROWS)) store.addToCount(row);
    return pending.rows.length + pending.counts.length > 0;
  }
  /** Removes one slice of old rows; returns true while more may remain. */
  function pruneSlice(): boolean {
    const time = now();
    const today = dayOf(time);
    if (sweptDay !== today) store.pruneCounts(today - COUNTED_DAYS);
    sweptDay = today;
    return (
      store.prune({
        before: time - KEPT_DAYS * DAY_MS,
        maxRows: MAX_STORED_ROWS,
        batchSize: SLICE_ROWS,
      }) === SLICE_ROWS
    );
  }
  async function writeTaken(): Promise<void> {
    if (countByKey.size === 0) return;
    takeWaiting();
    try {
      // Each slice is a separate write, so that requests are answered between two slices.
      while (await rows.write(writeSlice));
      while (await rows.write(pruneSlice));
    } catch {
      // Rows that cannot be written are dropped; the log must not make requests fail.
      pending = { rows: [], counts: [] };
    }
  }
  let writing = Promise.resolve();
  /** Writes the rows added before the call, after the write in progress. */
  function flush(): Promise<void> {
    writing = writing.then(writeTaken);
    return writing;
  }
  const timer = setInterval(() => void flush(), WRITE_EVERY_MS);
  timer.unref();

  return {
    add(entry) {
      count(countByKey, entry);
      const owner = `${entry.developerId}/${entry.environment}`;
      const ownCount = (countByOwner.get(owner) ?? 0) + 1;
      countByOwner.set(owner, ownCount);
      if (ownCount > MAX_ROWS_OF_OWNER || waitingRows.length >= MAX_ROWS) return;
      waitingRows.push({ ...entry, id: mint('loggedRequest') });
    },
    async list(owner, filter) {
      await flush();
      return store.list(owner, filter);
    },
    async counts(owner, days) {
      await flush();
      return store.counts(owner, dayOf(now()) - days + 1);
    },
    stop() {
      clearInterval(timer);
      try {
        rows.writeAtOnce(() => {
          while (writeSlice());
          takeWaiting();
          while (writeSlice());
        });
      } catch {
        // A failure (disk full) must not stop the shutdown.
      }
    },
  };
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

function count(countByKey: Map<string, RequestCount>, entry: RequestEntry): void {
  const { developerId, environment, method, route, status, durationUs } = entry;
  const day = dayOf(entry.at);
  const outcome = Math.floor(status / 100);
  const key = `${developerId}/${environment}/${day}/${method}/${route}/${outcome}`;
  const counter = countByKey.get(key);
  const requests = (counter?.requests ?? 0) + 1;
  const totalUs = (counter?.totalUs ?? 0) + durationUs;
  const row = { developerId, environment, day, method, route, outcome, requests, totalUs };
  countByKey.set(key, row);
}
