// The single log of the clients' requests and answers: invoke, then ok, fail or unknown. The ledger
// is judged by it afterwards, and it is kept in a file when a run fails.

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
 * The state of a request as its client believes it. `refused`: the bank kept no record of it (an
 * unknown account), as opposed to `declined`, which leaves a record.
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

/** One request that moves money, under one key, however often it is sent. */
export interface Operation {
  readonly key: string;
  readonly request: MoneyRequest;
  /** The required outcome, or null where it is not certain from the start. */
  readonly expects: 'declined' | 'refused' | null;
  /** Every id that an answer named; more than one is a request carried out twice. */
  readonly ids: Set<string>;
  outcome: Outcome;
  /** The bank has answered that it took the request: from here on it may not be lost. */
  acknowledged: boolean;
  /** The captured amount of a hold, as the client asked for it. */
  captured: number | null;
  /** When the outcome became final, in ms of this process's clock. */
  finalAt: number | null;
}

export interface ClientLog {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Deviations that no fault excuses, as text. */
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<LogEvent, number>>;
  add(operation: Operation): void;
  note(event: LogEvent, operation: Operation, label: string): void;
  problem(text: string): void;
  close(): Promise<void>;
}

type LogEvent = 'invoke' | 'ok' | 'fail' | 'unknown';

const MOST_PROBLEMS = 50;

/** @param file where the log is written, one JSON object a line */
export function createClientLog(file: string): ClientLog {
  const stream = createWriteStream(file);
  const operations = new Map<string, Operation>();
  const problems: string[] = [];
  const counts = { invoke: 0, ok: 0, fail: 0, unknown: 0 };

  function note(event: LogEvent, { key, ids }: Operation, label: string): void {
    counts[event] += 1;
    const at = Date.now();
    stream.write(`${JSON.stringify({ at, event, key, label, id: [...ids].join() })}\n`);
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
      if (problems.length < MOST_PROBLEMS) problems.push(text);
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}

const FINAL: readonly Outcome[] = [
  'posted',
  'declined',
  'refused',
  'canceled',
  'expired',
  'failed',
];

export function isFinalOutcome(outcome: Outcome): boolean {
  return FINAL.includes(outcome);
}

export interface HeardAnswer {
  readonly status: number;
  readonly body: AnswerBody;
  /** When its request was sent, in ms of this process's clock. */
  readonly sentAt: number;
}

/**
 * Records an answer that names a transaction: ids, outcome, contradictions.
 * @returns the outcome in the answer itself; null when it is unknown (an outage: ask again)
 */
export function hear(log: ClientLog, operation: Operation, answer: HeardAnswer): Outcome | null {
  const said = outcomeOf(answer);
  if (said === null) return null;
  const id = answer.body.transactionId ?? answer.body.id;
  if (id !== undefined && said !== 'refused') operation.ids.add(id);
  if (said !== 'refused' && said !== 'declined' && said !== 'failed') {
    operation.acknowledged = true;
    if (answer.body.amount !== operation.request.amount) {
      log.problem(`${operation.key}: answered with amount ${answer.body.amount}`);
    }
  }
  const { outcome, finalAt, expects } = operation;
  if (isFinalOutcome(outcome)) {
    // A late answer to an early request may still show an earlier state.
    const isLate = finalAt !== null && answer.sentAt < finalAt;
    if (said !== outcome && !(isLate && !isFinalOutcome(said))) {
      log.problem(`${operation.key}: was ${outcome}, then answered ${said}`);
    }
    return said;
  }
  operation.outcome = outcome === 'held' && said === 'accepted' ? outcome : said;
  if (isFinalOutcome(said)) {
    operation.finalAt = performance.now();
    if (expects !== null && said !== expects) {
      log.problem(`${operation.key}: ${said}, although it had to be ${expects}`);
    }
  }
  return said;
}

function outcomeOf({ status, body }: HeardAnswer): Outcome | null {
  if (status === 200 || status === 201 || status === 202) {
    if (body.status === 'pending') return body.stage === 'place_hold' ? 'held' : 'accepted';
    const known = FINAL.find((one) => one === body.status);
    return known ?? null;
  }
  if (status === 503 && body.code === 'transaction_failed') return 'failed';
  if (status === 429 || status >= 500) return null;
  return body.transactionId === undefined ? 'refused' : 'declined';
}
