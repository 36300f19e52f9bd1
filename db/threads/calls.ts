// Calls to a worker thread, which starts with the first call and ends with the bank. A call gets
// one result, optionally after parts of it. Owners of calls take turns.

import { type Transferable, Worker } from 'node:worker_threads';
import { createFairQueue } from '../../ledger/fair-queue.ts';
import { isShareFull } from '../../ledger/share.ts';

/** Message to the thread. */
export interface Call {
  readonly id: number;
  readonly order: unknown;
}

/** Message from the thread. */
export type Reply = { readonly id: number } & (
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string }
);

export interface CallOptions<Part> {
  /** Receives the parts of the result that are sent before its end. */
  readonly onPart?: (part: Part) => void;
  /** Buffers that move to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
  /**
   * Owner of the call; owners take turns. A call without an owner is the bank's own and does not
   * wait for a turn.
   */
  readonly owner?: string | null;
}

export interface Thread<Order, Result, Part = never> {
  /** Number of calls without an answer. */
  waiting(): number;
  /** True when `max` calls wait and the owner uses its share of them. */
  isFull(owner: string, max: number): boolean;
  /** @throws Error when the thread fails, or ends before it has answered */
  call(order: Order, options?: CallOptions<Part>): Promise<Result>;
}

export interface ThreadOptions {
  /** Name of the thread in error messages. */
  readonly name: string;
  /** The file of the thread, which calls `answerCalls` (db/threads/answers.ts). */
  readonly file: URL;
  /** The thread's `workerData`. */
  readonly data?: unknown;
  /** Ends the thread. */
  readonly closing: AbortSignal;
}

const LOAD_FAST = new URL('./load-fast.ts', import.meta.url).href;

/** The most calls that are posted to the thread at a time, so that it never waits for the next. */
const MAX_POSTED = 2;

interface WaitingCall {
  readonly owner: string | null;
  readonly onPart: (part: never) => void;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens a thread, which starts with the first call and restarts with the next call after a failure.
 */
export function openThread<Order, Result, Part = never>(
  options: ThreadOptions,
): Thread<Order, Result, Part> {
  const { name, file, data, closing } = options;
  const waitingCalls = new Map<number, WaitingCall>();
  const callsByOwner = new Map<string, number>();
  const queue = createFairQueue<() => void>();
  let posted = 0;
  let running: Worker | null = null;
  let next = 1;

  function startWorker(): Worker {
    if (running) return running;
    const worker = new Worker(file, { workerData: data, execArgv: ['--import', LOAD_FAST] });
    worker.unref();
    worker.on('message', handleReply);
    worker.on('error', (cause) => endCalls(worker, new Error(`${name} failed`, { cause })));
    worker.on('exit', (code) => endCalls(worker, new Error(`${name} ended: ${code}`)));
    running = worker;
    return worker;
  }

  function endCalls(worker: Worker, error: Error): void {
    if (running !== worker) return;
    running = null;
    const unanswered = [...waitingCalls];
    waitingCalls.clear();
    callsByOwner.clear();
    queue.take(queue.size());
    posted = 0;
    for (const [, { reject }] of unanswered) reject(error);
  }

  function removeCall(id: number): void {
    const owner = waitingCalls.get(id)?.owner ?? null;
    waitingCalls.delete(id);
    if (owner === null) return;
    posted -= 1;
    const remaining = (callsByOwner.get(owner) ?? 1) - 1;
    if (remaining === 0) callsByOwner.delete(owner);
    else callsByOwner.set(owner, remaining);
  }

  function postNext(): void {
    while (posted < MAX_POSTED && queue.size() > 0) {
      posted += 1;
      for (const post of queue.take(1)) post();
    }
  }

  function handleReply(reply: Reply): void {
    const call = waitingCalls.get(reply.id);
    if (reply.kind === 'part') {
      call?.onPart(reply.part as never);
      return;
    }
    removeCall(reply.id);
    postNext();
    if (reply.kind === 'done') call?.resolve(reply.result as never);
    else call?.reject(new Error(`${name} failed: ${reply.message}`));
  }

  closing.addEventListener('abort', () => void running?.terminate(), { once: true });

  return {
    waiting: () => waitingCalls.size,
    isFull: (owner, max) => isShareFull(callsByOwner, owner, max),
    call: (order, { onPart = () => {}, transfer = [], owner = null } = {}) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waitingCalls.set(id, { owner, onPart, resolve, reject });
        const call: Call = { id, order };
        const post = () => startWorker().postMessage(call, transfer);
        if (owner === null) return post();
        callsByOwner.set(owner, (callsByOwner.get(owner) ?? 0) + 1);
        queue.push(owner, post);
        postNext();
      }),
  };
}
