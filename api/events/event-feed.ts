// The event log as server-sent events. The next page is read only after the previous one was sent,
// so a slow reader costs one page of memory. A reader that stops reading is disconnected.

import { lastEventRow, listEvents } from '../../db/events/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { EventWatcher } from './event-watcher.ts';

export interface FeedOptions {
  readonly ledger: Ledger;
  readonly watcher: EventWatcher;
  readonly tenantId: string;
  readonly type: string | undefined;
  /** Sequence after which the feed begins. */
  readonly afterSequence: number;
  /** Called regularly; false ends the feed, for example after the key was revoked. */
  readonly mayContinue: () => boolean;
  /** Ends the feed when the reader disconnects or the bank closes. */
  readonly signal: AbortSignal;
  /** Called when the reader has read nothing for too long. */
  readonly onStall: () => void;
  readonly heartbeatMs?: number;
  readonly stallMs?: number;
}

const PAGE_SIZE = 50;
const HEARTBEAT_MS = 15_000;
const STALL_MS = 30_000;
/** Milliseconds after which a browser reconnects. */
const RETRY_MS = 1_000;

/** Returns the body of the answer. Events and heartbeats have sequences as ids, so none is lost. */
export function createEventFeed(options: FeedOptions): ReadableStream<Uint8Array> {
  const { stallMs = STALL_MS, onStall } = options;
  const encoder = new TextEncoder();
  const next = piecesOf(options);
  let stall: NodeJS.Timeout | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(stall);
        const piece = await next();
        if (piece === null) {
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(piece));
        stall = setTimeout(onStall, stallMs);
      },
      cancel() {
        clearTimeout(stall);
      },
    },
    // Without a buffer, each pull comes from a waiting reader.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}

/** Returns a function that returns the next piece of the feed, and null at the end. */
function piecesOf(options: FeedOptions): () => Promise<string | null> {
  const {
    ledger,
    watcher,
    tenantId,
    type,
    mayContinue,
    signal,
    heartbeatMs = HEARTBEAT_MS,
  } = options;
  let cursor = options.afterSequence;
  let hasStarted = false;
  let checkedAt = performance.now();

  function isAllowed(): boolean {
    if (performance.now() - checkedAt < heartbeatMs) return true;
    checkedAt = performance.now();
    return mayContinue();
  }

  return async () => {
    if (!hasStarted) {
      hasStarted = true;
      return `retry: ${RETRY_MS}\nid: ${cursor}\n\n`;
    }
    const until = performance.now() + heartbeatMs;
    while (!signal.aborted && isAllowed()) {
      const row = lastEventRow(ledger);
      const page = await listEvents(ledger, {
        tenantId,
        type,
        afterSequence: cursor,
        limit: PAGE_SIZE,
      });
      cursor = page.cursor;
      if (page.data.length > 0) return page.data.map(textOf).join('');
      if (page.hasMore) await new Promise(setImmediate);
      else if (performance.now() >= until) return `: still here\nid: ${cursor}\n\n`;
      else await watcher.wait({ tenantId, row, ms: until - performance.now() }, signal);
    }
    return null;
  };
}

function textOf(event: { readonly sequence: number; readonly type: string }): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
