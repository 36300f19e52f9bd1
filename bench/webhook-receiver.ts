// A receiver of webhooks that acknowledges every event and records the time of its arrival.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingReceiver {
  readonly url: string;
  count(): number;
  /**
   * Returns the milliseconds between the commit and the receipt of each event, in the order of
   * receipt.
   */
  waits(): readonly number[];
  /** Returns the number of events that arrived before an event with a lower sequence. */
  overtaking(): number;
  /** Resolves with the time in milliseconds at which `count` events had arrived. */
  waitForCount(count: number): Promise<number>;
  close(): Promise<void>;
}

interface Receipt {
  readonly at: number;
  readonly waitedMs: number;
  readonly sequence: number;
}

const WITHIN_MS = 300_000;

/** @param port port of the receiver that it replaces; 0 for any free port */
export async function countingReceiver(port = 0): Promise<CountingReceiver> {
  const receipts: Receipt[] = [];
  let onReceipt = () => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString());
      const waitedMs = Date.now() - Date.parse(event.createdAt);
      receipts.push({ at: performance.now(), waitedMs, sequence: event.sequence });
      response.writeHead(204).end();
      onReceipt();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => receipts.length,
    waits: () => receipts.map(({ waitedMs }) => waitedMs),
    overtaking() {
      let lowest = Number.POSITIVE_INFINITY;
      return receipts.toReversed().filter(({ sequence }) => {
        const overtook = sequence > lowest;
        lowest = Math.min(lowest, sequence);
        return overtook;
      }).length;
    },
    waitForCount(count) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`${receipts.length} of ${count} came in ${WITHIN_MS} ms`));
        }, WITHIN_MS);
        onReceipt = () => {
          const last = receipts[count - 1];
          if (!last) return;
          clearTimeout(timer);
          resolve(last.at);
        };
        onReceipt();
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
