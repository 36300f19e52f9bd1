// The clients that send transfers. They repeat each request with the same key and body until they
// have an answer, as a careful program does.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClientLog,
  isFinalOutcome,
  type Operation,
  type Outcome,
  recordAnswer,
} from './client-log.ts';
import { type AnswerBody, type Call, type HttpClient, PATIENCE_MS } from './http-client.ts';
import type { Random } from './random.ts';
import type { HoldEnd, Task } from './work.ts';

export interface Clients {
  /** Sends a task and brings it to its planned state. */
  carryOut(task: Task): Promise<void>;
  /** Sends the request with its key until an answer is final; returns `open` when none is. */
  sendUntilFinal(operation: Operation): Promise<Outcome>;
  /** Captures (null for the whole hold) or cancels until there is an answer. */
  act(operation: Operation, name: 'capture' | 'cancel', amount: number | null): Promise<void>;
  /** Returns postponed work due by `time`, or null when there is none. */
  takeDueWork(time: number): (() => Promise<void>) | null;
  /** Requests whose answer was lost and that were not repeated. */
  readonly abandoned: readonly Operation[];
  /** Number of requests that were sent although their key was answered or in progress. */
  readonly duplicates: { sent: number; cut: number };
  /** Number of sent requests without an answer: the connection broke, was cut, or was silent. */
  countLostAnswers(): number;
}

export interface ClientsDeps {
  readonly http: HttpClient;
  readonly log: ClientLog;
  readonly random: Random;
  readonly giveUp: AbortSignal;
}

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;
const CUT_WITHIN_MS = 15;

export function createClients({ http, log, random, giveUp }: ClientsDeps): Clients {
  const abandoned: Operation[] = [];
  const duplicates = { sent: 0, cut: 0 };
  let lostAnswers = 0;
  const postponed: { at: number; run: () => Promise<void> }[] = [];

  const postpone = (ms: number, run: () => Promise<void>) => {
    postponed.push({ at: performance.now() + ms, run });
  };

  /** Sends until `read` returns a definite answer; two minutes without one are a problem. */
  async function sendUntil(
    operation: Operation,
    call: Call,
    read: (status: number, body: AnswerBody, sentAt: number) => boolean,
  ): Promise<void> {
    const startedAt = performance.now();
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      giveUp.throwIfAborted();
      const sentAt = performance.now();
      log.note('invoke', operation, call.path);
      const reply = await http.send(call);
      if (reply.kind === 'answer' && read(reply.status, reply.body, sentAt)) return;
      const reason =
        reply.kind === 'lost' ? reply.reason : `${reply.status} ${reply.body.code ?? ''}`;
      // A refused connection has not transferred the request.
      if (reply.kind === 'lost' && reply.reason !== 'ECONNREFUSED') lostAnswers += 1;
      log.note('unknown', operation, reason);
      if (performance.now() - startedAt > PATIENCE_MS) {
        log.reportProblem(`${operation.key}: no answer in ${PATIENCE_MS} ms (${reason})`);
        return;
      }
      await sleep(pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  const createCall = ({ request, key }: Operation): Call => ({
    path: '/v1/transactions',
    body: request,
    idempotencyKey: key,
  });

  async function sendUntilFinal(operation: Operation): Promise<Outcome> {
    let answer: Outcome = 'open';
    await sendUntil(operation, createCall(operation), (status, body, sentAt) => {
      const recorded = recordAnswer(log, operation, { status, body, sentAt });
      if (recorded === null || recorded === 'accepted') return false;
      const { expects, request } = operation;
      // A hold with an early end may be refused because its end has passed.
      if (recorded === 'refused' && expects !== recorded && request.holdExpiresAt === undefined) {
        log.reportProblem(`${operation.key}: refused with ${status} ${JSON.stringify(body)}`);
      }
      const isRefusal = recorded === 'refused' || recorded === 'declined' || recorded === 'failed';
      log.note(isRefusal ? 'fail' : 'ok', operation, recorded);
      answer = recorded;
      return true;
    });
    return answer;
  }

  async function sendAndCut(operation: Operation): Promise<void> {
    duplicates.cut += 1;
    lostAnswers += 1;
    log.note('invoke', operation, 'cut');
    await http.send({ ...createCall(operation), cutAfterMs: random.whole(0, CUT_WITHIN_MS) });
    log.note('unknown', operation, 'cut');
  }

  async function act(operation: Operation, name: 'capture' | 'cancel', amount: number | null) {
    const [id] = operation.ids;
    if (name === 'capture') operation.captured = amount ?? operation.request.amount;
    const path = `/v1/transactions/${id}/${name}`;
    const body = amount === null ? {} : { amount };
    await sendUntil(operation, { path, body }, (status, answer, sentAt) => {
      if (status === 429 || status >= 500) return false;
      if (status !== 200 && status !== 201) {
        // Another act ended the hold, or it expired: the transaction shows which.
        log.note('fail', operation, `${name}: ${status}`);
        if (status !== 409 && status !== 422) {
          log.reportProblem(
            `${operation.key}: ${name} answered ${status} ${JSON.stringify(answer)}`,
          );
        }
        return true;
      }
      const recorded = recordAnswer(log, operation, { status, body: answer, sentAt });
      const expected = name === 'capture' ? 'posted' : 'canceled';
      if (recorded !== expected)
        log.reportProblem(`${operation.key}: ${name} was answered with ${recorded}`);
      log.note('ok', operation, name);
      return true;
    });
  }

  async function endHold(operation: Operation, ending: HoldEnd): Promise<void> {
    const part = Math.ceil(operation.request.amount / 3);
    switch (ending) {
      case 'capture':
        await act(operation, 'capture', null);
        break;
      case 'capture-part':
        await act(operation, 'capture', part);
        break;
      case 'cancel':
        await act(operation, 'cancel', null);
        break;
      case 'race':
        await Promise.all([act(operation, 'capture', null), act(operation, 'cancel', null)]);
        break;
      case 'leave':
        return;
      default:
        postpone(LONGEST_PAUSE_MS, () => checkExpiry(operation, performance.now()));
        return;
    }
    if (!isFinalOutcome(operation.outcome)) await sendUntilFinal(operation);
    if (!isFinalOutcome(operation.outcome)) log.reportProblem(`${operation.key}: still held`);
  }

  async function checkExpiry(operation: Operation, since: number): Promise<void> {
    if ((await sendUntilFinal(operation)) !== 'held') return;
    if (performance.now() - since > PATIENCE_MS) {
      log.reportProblem(`${operation.key}: its hold does not end`);
      return;
    }
    postpone(2 * LONGEST_PAUSE_MS, () => checkExpiry(operation, since));
  }

  async function carryOut({ operation, delivery, ending }: Task): Promise<void> {
    log.add(operation);
    if (delivery === 'cut' || delivery === 'cut-later' || delivery === 'abandoned') {
      await sendAndCut(operation);
    }
    if (delivery === 'abandoned') {
      abandoned.push(operation);
      return;
    }
    const sendAgain = async () => void (await sendUntilFinal(operation));
    if (delivery === 'cut-later') {
      postpone(random.whole(100, 5_000), sendAgain);
      return;
    }
    if (delivery === 'twin' || delivery === 'repeated') duplicates.sent += 1;
    await Promise.all([sendAgain(), ...(delivery === 'twin' ? [sendAgain()] : [])]);
    if (delivery === 'repeated') postpone(random.whole(100, 5_000), sendAgain);
    if (ending !== null && operation.outcome === 'held') await endHold(operation, ending);
  }

  function takeDueWork(time: number): (() => Promise<void>) | null {
    const index = postponed.findIndex(({ at }) => at <= time);
    return index < 0 ? null : (postponed.splice(index, 1)[0]?.run ?? null);
  }

  const countLostAnswers = () => lostAnswers;
  return { carryOut, sendUntilFinal, act, takeDueWork, abandoned, duplicates, countLostAnswers };
}
