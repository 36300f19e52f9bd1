// The log of the clients' requests and answers: invoke, then ok, fail or unknown. The ledger is
// compared with it afterwards, and it is kept in a file when a run fails.

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
  problem(text: string): void;
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
    problem(text) {
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
  const text = outcomeOf(answer);
  if (text === null) return null;
  const id = answer.body.transactionId ?? answer.body.id;
  if (id !== undefined && text !== 'refused') operation.ids.add(id);
  if (text !== 'refused' && text !== 'declined' && text !== 'failed') {
    operation.acknowledged = true;
    if (answer.body.amount !== operation.request.amount) {
      log.problem(`${operation.key}: answered with amount ${answer.body.amount}`);
    }
  }
  const { outcome, finalAt, expects } = operation;
  if (isFinalOutcome(outcome)) {
    // A delayed answer to an early request may show an earlier state.
    const isLate = finalAt !== null && answer.sentAt < finalAt;
    if (text !== outcome && !(isLate && !isFinalOutcome(text))) {
      log.problem(`${operation.key}: was ${outcome}, then answered ${text}`);
    }
    return text;
  }
  operation.outcome = outcome === 'held' && text === 'accepted' ? outcome : text;
  if (isFinalOutcome(text)) {
    operation.finalAt = performance.now();
    if (expects !== null && text !== expects) {
      log.problem(`${operation.key}: ${text}, although it had to be ${expects}`);
    }
  }
  return text;
}

function outcomeOf({ status, body }: ReceivedAnswer): Outcome | null {
  if (status === 200 || status === 201 || status === 202) {
    if (body.status === 'pending') return body.stage === 'place_hold' ? 'held' : 'accepted';
    const known = FINAL_OUTCOMES.find((value) => value === body.status);
    return known ?? null;
  }
  if (status === 503 && body.code === 'transaction_failed') return 'failed';
  if (status === 429 || status >= 500) return null;
  return body.transactionId === undefined ? 'refused' : 'declined';
}
