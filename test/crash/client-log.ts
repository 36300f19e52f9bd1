// The log of the clients' requests and answers: invoke, then ok, fail or unknown. The judges compare
// the ledger with it. Its file is kept when a run fails.

import { createWriteStream } from 'node:fs';
import type { AnswerBody } from './http-client.ts';

export interface MoneyRequest {
  readonly type: 'transfer' | 'deposit' | 'withdrawal';
  readonly amount: number;
  readonly currency: string;
  readonly sourceAccountId?: string;
  readonly destinationAccountId?: string;
  readonly capture?: 'manual';
  readonly holdExpiresAt?: string;
}

/**
 * The state of a request as its client knows it. `refused`: the bank has no record of it (an
 * unknown account), in contrast to `declined`.
 */
export type Outcome =
  | 'open'
  | 'accepted'
  | 'held'
  | 'posted'
  | 'declined'
  | 'refused'
  | 'canceled'
  | 'expired'
  | 'failed';

/** A request that moves money, with one idempotency key, however often it is sent. */
export interface Operation {
  readonly key: string;
  readonly request: MoneyRequest;
  /** The required outcome, or null where it is not certain from the start. */
  readonly expects: 'declined' | 'refused' | null;
  /** Ids in the answers; more than one id means that the request was carried out twice. */
  readonly ids: Set<string>;
  outcome: Outcome;
  /** True once the bank has acknowledged the request, which must not be lost then. */
  acknowledged: boolean;
  /** The captured amount of a hold, as requested. */
  captured: number | null;
  /** Time at which the outcome became final, in ms of this process's clock. */
  finalAt: number | null;
}

export interface ClientLog {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Texts of deviations that no injected fault explains. */
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<LogEvent, number>>;
  add(operation: Operation): void;
  note(event: LogEvent, operation: Operation, label: string): void;
  reportProblem(text: string): void;
  close(): Promise<void>;
}

type LogEvent = 'invoke' | 'ok' | 'fail' | 'unknown';

const MAX_PROBLEMS = 50;

/** @param file file of the log, in JSON lines */
export function createClientLog(file: string): ClientLog {
  const stream = createWriteStream(file);
  const operations = new Map<string, Operation>();
  const problems: string[] = [];
  const counts = { invoke: 0, ok: 0, fail: 0, unknown: 0 };

  function note(event: LogEvent, { key, ids }: Operation, label: string): void {
    counts[event] += 1;
    const now = Date.now();
    stream.write(`${JSON.stringify({ at: now, event, key, label, id: [...ids].join() })}\n`);
  }

  return {
    operations,
    problems,
    counts,
    add(operation) {
      operations.set(operation.key, operation);
    },
    note,
    reportProblem(text) {
      stream.write(`${JSON.stringify({ at: Date.now(), event: 'problem', text })}\n`);
      if (problems.length < MAX_PROBLEMS) problems.push(text);
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}

const FINAL_OUTCOMES: readonly Outcome[] = [
  'posted',
  'declined',
  'refused',
  'canceled',
  'expired',
  'failed',
];

export function isFinalOutcome(outcome: Outcome): boolean {
  return FINAL_OUTCOMES.includes(outcome);
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly body: AnswerBody;
  /** Time at which the request was sent, in ms of this process's clock. */
  readonly sentAt: number;
}

/**
 * Records an answer about a transaction: ids, outcome, contradictions.
 * @returns the outcome in the answer; null when it is unknown (an outage: send again)
 */
export function recordAnswer(
  log: ClientLog,
  operation: Operation,
  answer: ReceivedAnswer,
): Outcome | null {
  const answered = readOutcome(answer);
  if (answered === null) return null;
  const id = answer.body.transactionId ?? answer.body.id;
  if (id !== undefined && answered !== 'refused') operation.ids.add(id);
  if (answered !== 'refused' && answered !== 'declined' && answered !== 'failed') {
    operation.acknowledged = true;
    if (answer.body.amount !== operation.request.amount) {
      log.reportProblem(`${operation.key}: answered with amount ${answer.body.amount}`);
    }
  }
  const { outcome, finalAt, expects } = operation;
  if (isFinalOutcome(outcome)) {
    // A delayed answer to an early request may show an earlier state.
    const isLate = finalAt !== null && answer.sentAt < finalAt;
    if (answered !== outcome && !(isLate && !isFinalOutcome(answered))) {
      log.reportProblem(`${operation.key}: was ${outcome}, then answered ${answered}`);
    }
    return answered;
  }
  operation.outcome = outcome === 'held' && answered === 'accepted' ? outcome : answered;
  if (isFinalOutcome(answered)) {
    operation.finalAt = performance.now();
    if (expects !== null && answered !== expects) {
      log.reportProblem(`${operation.key}: ${answered}, although it had to be ${expects}`);
    }
  }
  return answered;
}

function readOutcome({ status, body }: ReceivedAnswer): Outcome | null {
  if (status === 200 || status === 201 || status === 202) {
    if (body.status === 'pending') return body.stage === 'place_hold' ? 'held' : 'accepted';
    const known = FINAL_OUTCOMES.find((value) => value === body.status);
    return known ?? null;
  }
  if (status === 503 && body.code === 'transaction_failed') return 'failed';
  if (status === 429 || status >= 500) return null;
  return body.transactionId === undefined ? 'refused' : 'declined';
}
