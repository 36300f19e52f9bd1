// Payments that an operator has to review, beside the other work of a run: each is held, and
// decided once. Some decisions are repeated until there is an answer; the others are sent once, so
// that the bank has to carry out an accepted decision by itself after its death.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from '../client-log.ts';
import { type AnswerBody, type HttpClient, PATIENCE_MS } from '../http-client.ts';
import type { Random } from '../random.ts';
import type { AnsweredPayment, SideAct } from './load.ts';

interface ReviewDeps {
  readonly ask: (key: string, path: string, body: object) => Promise<AnsweredPayment>;
  readonly http: HttpClient;
  readonly operator: HttpClient;
  readonly acts: SideAct[];
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  readonly suspect: string;
  readonly payee: string;
}

interface Review {
  readonly id: string;
  readonly transactionId: string;
  readonly status: string;
}

const RETRY_MS = 120;
const SHARE_APPROVED = 0.6;
const SHARE_REPEATED = 0.5;
const LIST = '/v1/ops/reviews?environment=sandbox&limit=20';

/** Returns a function that makes and decides one payment. */
export function createReviewWork(deps: ReviewDeps) {
  const { ask, http, operator, acts, log, giveUp, suspect, payee } = deps;

  async function waitForStatus(path: string, isEnd: (status: string) => boolean) {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      giveUp.throwIfAborted();
      const { status } = await http.read<AnswerBody>(path);
      if (isEnd(String(status))) return String(status);
      if (performance.now() > until) return `still ${status}`;
      await sleep(RETRY_MS);
    }
  }

  /**
   * Sends the payment until the bank has accepted it, and returns its id; the outcome is not known
   * then.
   */
  async function sendUntilAccepted(key: string, body: object): Promise<string> {
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await http.send({ path: '/v1/transactions', body, idempotencyKey: key });
      if (reply.kind === 'answer' && reply.body.id && reply.status < 300) return reply.body.id;
      await sleep(RETRY_MS);
    }
  }

  /** Sends a decision, once or until the bank has acknowledged it. */
  async function decide(random: Random, id: string, verb: string): Promise<void> {
    const isRepeated = random.chance(SHARE_REPEATED);
    const path = `/v1/ops/reviews/${id}/${verb}`;
    const body = { environment: 'sandbox', reason: `Looked at it: ${verb}.` };
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await operator.send({ path, body });
      if (reply.kind === 'answer' && reply.status === 200) return;
      if (reply.kind === 'answer' && reply.status < 500) {
        log.reportProblem(`${path} was answered with ${reply.status}`);
        return;
      }
      // The list shows whether the bank wrote the decision, so the decision is not sent again.
      if (!isRepeated && (await findReview(({ id: other }) => other === id))?.status !== 'open')
        return;
      await sleep(RETRY_MS);
    }
  }

  async function findReview(isWanted: (review: Review) => boolean): Promise<Review | undefined> {
    const { data } = await operator.read<{ readonly data: readonly Review[] }>(LIST);
    return data.find(isWanted);
  }

  return async (random: Random, key: string): Promise<void> => {
    const amount = random.whole(1, 300);
    const hit = { accountId: suspect, decision: 'block_and_review', times: 1 };
    await ask(`${key}-hit`, '/v1/sandbox/simulations/fraud-hit', hit);
    const sides = { sourceAccountId: suspect, destinationAccountId: payee };
    const id = await sendUntilAccepted(key, {
      type: 'transfer',
      amount,
      currency: 'EUR',
      ...sides,
    });
    const path = `/v1/transactions/${id}`;
    const status = await waitForStatus(path, (status) => status !== 'pending');
    if (status !== 'pending_review') log.reportProblem(`${key}: ${status} without a review`);
    const review = await findReview(({ transactionId }) => transactionId === id);
    if (!review) return log.reportProblem(`${key}: held without a review`);
    const isApproved = random.chance(SHARE_APPROVED);
    await decide(random, review.id, isApproved ? 'approve' : 'reject');
    const end = await waitForStatus(path, (status) => !status.startsWith('pending'));
    const expected = isApproved ? 'posted' : 'declined';
    if (end !== expected)
      log.reportProblem(`${key}: ${expected} by its reviewer, and became ${end}`);
    const moves = { [suspect]: -amount, [payee]: amount };
    const posted = end === 'posted';
    acts.push({ kind: 'transfer', key, id, posted, moves: posted ? moves : {} });
  };
}
