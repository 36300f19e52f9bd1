// The reviewer of the bank. The model also holds some payments of the ordinary clients, which are
// only final after an operator's decision: this reviewer approves them. ./review.ts decides about
// payments of the suspect account.

import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../http-client.ts';

export interface Reviewer {
  /** Returns the number of approved payments. */
  countApproved(): number;
  stop(): Promise<void>;
}

interface ReviewerOptions {
  readonly url: string;
  readonly operatorKey: string;
  readonly giveUp: AbortSignal;
  /** Account whose payments this reviewer does not decide. */
  readonly suspect: string;
}

interface Review {
  readonly id: string;
  readonly kind: 'hold' | 'alert';
  readonly accountId: string;
}

const POLL_EVERY_MS = 500;
/** Number of concurrent decisions, because an answer takes seconds during restarts. */
const CONCURRENT_DECISIONS = 8;
const OPEN_REVIEWS = '/v1/ops/reviews?environment=sandbox&status=open&limit=100';
const REASON = 'An ordinary payment of the run.';

/** Approves held payments until it is stopped, also during restarts of the bank. */
export function startReviewer({ url, operatorKey, giveUp, suspect }: ReviewerOptions): Reviewer {
  const http = createHttpClient(url, operatorKey);
  const body = { environment: 'sandbox', reason: REASON };
  const approved = new Set<string>();
  let isStopped = false;

  async function approve({ id }: Review): Promise<void> {
    const answer = await http.send({ path: `/v1/ops/reviews/${id}/approve`, body });
    if (answer.kind === 'answer' && answer.status === 200) approved.add(id);
  }

  async function decideAll(): Promise<void> {
    const reply = await http.send({ path: OPEN_REVIEWS });
    const { data = [] } = reply.kind === 'answer' ? (reply.body as { data?: Review[] }) : {};
    // The oldest payment is decided first; the list begins with the newest.
    const waiting = data
      .filter(({ kind, accountId }) => kind === 'hold' && accountId !== suspect)
      .reverse();
    for (let from = 0; from < waiting.length; from += CONCURRENT_DECISIONS) {
      await Promise.all(waiting.slice(from, from + CONCURRENT_DECISIONS).map(approve));
    }
  }

  const ended = (async () => {
    while (!isStopped && !giveUp.aborted) {
      await decideAll();
      await sleep(POLL_EVERY_MS);
    }
  })();

  return {
    countApproved: () => approved.size,
    async stop() {
      isStopped = true;
      await ended;
      http.close();
    },
  };
}
