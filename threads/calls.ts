// Calls to a worker thread: it starts with the first one and ends with the bank. A call is answered
// once, perhaps after some parts of its result. Callers take turns.

import { type Transferable, Worker } from 'node:worker_threads';
import { fairQueue } from '../ledger/fair-queue.ts';
import { isShareFull } from '../ledger/share.ts';

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
  /** Takes the parts of the result that come before its end. */
  readonly take?: (part: Part) => void;
  /** Buffers that the thread gets instead of a copy. */
  readonly transfer?: readonly Transferable[];
  /**
   * Owner of the call: owners take turns. A call without an owner is the bank's own and waits for
   * no turn.
   */
  readonly owner?: string | null;
}

export interface Thread<Order, Result, Part = never> {
  /** Calls that wait for their answer. */
  waiting(): number;
  /** True when so many calls wait that the owner has its share of them. */
  isFull(owner: string, most: number): boolean;
  /** @throws Error when the thread fails, or ends before it has answered */
  call(order: Order, options?: CallOptions<Part>): Promise<Result>;
}

export interface ThreadOptions {
  /** Name of the thread in error messages. */
  readonly name: string;
  /** The file that the thread runs; it answers with `answerCalls` (threads/answers.ts). */
  readonly file: URL;
  /** The thread's `workerData`. */
  readonly data?: unknown;
  /** Ends the thread. */
  readonly closing: AbortSignal;
}

const LOAD_FAST = new URL('./load-fast.ts', import.meta.url).href;

/** Calls that the thread has at a time: it finds the next one there when it has answered one. */
const AHEAD = 2;

interface Waiting {
  readonly owner: string | null;
  readonly take: (part: never) => void;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Opens a thread: it runs from the first call on, and again after it has failed. */
export function openThread<Order, Result, Part = never>(
  options: ThreadOptions,
): Thread<Order, Result, Part> {
  const { name, file, data, closing } = options;
  const waiting = new Map<number, Waiting>();
  const held = new Map<string, number>();
  const queue = fairQueue<() => void>();
  let posted = 0;
  let running: Worker | null = null;
  let next = 1;

  function startWorker(): Worker {
    if (running) return running;
    const worker = new Worker(file, { workerData: data, execArgv: ['--import', LOAD_FAST] });
    worker.unref();
    worker.on('message', takeReply);
    worker.on('error', (cause) => endCalls(worker, new Error(`${name} failed`, { cause })));
    worker.on('exit', (code) => endCalls(worker, new Error(`${name} ended: ${code}`)));
    running = worker;
    return worker;
  }

  function endCalls(worker: Worker, error: Error): void {
    if (running !== worker) return;
    running = null;
    const unanswered = [...waiting];
    waiting.clear();
    held.clear();
    queue.take(queue.size());
    posted = 0;
    for (const [, { reject }] of unanswered) reject(error);
  }

  function settle(id: number): void {
    const owner = waiting.get(id)?.owner ?? null;
    waiting.delete(id);
    if (owner === null) return;
    posted -= 1;
    const left = (held.get(owner) ?? 1) - 1;
    if (left === 0) held.delete(owner);
    else held.set(owner, left);
  }

  function postNext(): void {
    while (posted < AHEAD && queue.size() > 0) {
      posted += 1;
      for (const post of queue.take(1)) post();
    }
  }

  function takeReply(reply: Reply): void {
    const one = waiting.get(reply.id);
    if (reply.kind === 'part') {
      one?.take(reply.part as never);
      return;
    }
    settle(reply.id);
    postNext();
    if (reply.kind === 'done') one?.resolve(reply.result as never);
    else one?.reject(new Error(`${name} failed: ${reply.message}`));
  }

  closing.addEventListener('abort', () => void running?.terminate(), { once: true });

  return {
    waiting: () => waiting.size,
    isFull: (owner, most) => isShareFull(held, owner, most),
    call: (order, { take = () => {}, transfer = [], owner = null } = {}) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { owner, take, resolve, reject });
        const call: Call = { id, order };
        const post = () => startWorker().postMessage(call, transfer);
        if (owner === null) return post();
        held.set(owner, (held.get(owner) ?? 0) + 1);
        queue.push(owner, post);
        postNext();
      }),
  };
}
