// The person at the desk of the bank. The model that judges payments holds some of the ordinary
// clients, too, and such a payment comes to rest when somebody decides: this one approves it, until
// it is. Payments of the suspect are decided, and counted, by ./review.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient } from '../http-client.ts';

export interface Desk {
  /** Payments that were approved. */
  approved(): number;
  stop(): Promise<void>;
}

interface DeskOptions {
  readonly url: string;
  readonly operatorKey: string;
  readonly giveUp: AbortSignal;
  /** Account whose payments are left to others. */
  readonly suspect: string;
}

interface Review {
  readonly id: string;
  readonly kind: 'hold' | 'alert';
  readonly accountId: string;
}

const POLL_EVERY_MS = 500;
const OPEN = '/v1/ops/reviews?environment=sandbox&status=open&limit=100';
const REASON = 'An ordinary payment of the run.';

/** Approves what is held until it is stopped, through every restart of the bank. */
export function startDesk({ url, operatorKey, giveUp, suspect }: DeskOptions): Desk {
  const http = httpClient(url, operatorKey);
  const body = { environment: 'sandbox', reason: REASON };
  const approved = new Set<string>();
  let isStopped = false;

  async function decideAll(): Promise<void> {
    const reply = await http.send({ path: OPEN });
    const { data = [] } = reply.kind === 'answer' ? (reply.body as { data?: Review[] }) : {};
    for (const { id, kind, accountId } of data) {
      if (kind !== 'hold' || accountId === suspect) continue;
      const answer = await http.send({ path: `/v1/ops/reviews/${id}/approve`, body });
      if (answer.kind === 'answer' && answer.status === 200) approved.add(id);
    }
  }

  const ended = (async () => {
    while (!isStopped && !giveUp.aborted) {
      await decideAll();
      await sleep(POLL_EVERY_MS);
    }
  })();

  return {
    approved: () => approved.size,
    async stop() {
      isStopped = true;
      await ended;
      http.close();
    },
  };
}
