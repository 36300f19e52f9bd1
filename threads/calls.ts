// Calls to a worker thread: it starts with the first one and ends with the bank. A call is answered
// once, perhaps after some parts of its result.

import { type Transferable, Worker } from 'node:worker_threads';

/** What goes to the thread. */
export interface Call {
  readonly id: number;
  readonly order: unknown;
}

/** What comes back from it. */
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
}

export interface Thread<Order, Result, Part = never> {
  /** Calls that wait for their answer. */
  waiting(): number;
  /** @throws Error when the thread fails, or ends before it has answered */
  call(order: Order, options?: CallOptions<Part>): Promise<Result>;
}

export interface ThreadOptions {
  /** What a failure calls the thread. */
  readonly name: string;
  /** The file that the thread runs; it answers with `answerCalls` (threads/answers.ts). */
  readonly file: URL;
  /** What the thread finds as its `workerData`. */
  readonly data?: unknown;
  /** Ends the thread. */
  readonly closing: AbortSignal;
}

interface Waiting {
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
  let running: Worker | null = null;
  let next = 1;

  function startWorker(): Worker {
    if (running) return running;
    const worker = new Worker(file, { workerData: data });
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
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const { reject } of unanswered) reject(error);
  }

  function takeReply(reply: Reply): void {
    const one = waiting.get(reply.id);
    if (reply.kind === 'part') {
      one?.take(reply.part as never);
      return;
    }
    waiting.delete(reply.id);
    if (reply.kind === 'done') one?.resolve(reply.result as never);
    else one?.reject(new Error(`${name} failed: ${reply.message}`));
  }

  closing.addEventListener('abort', () => void running?.terminate(), { once: true });

  return {
    waiting: () => waiting.size,
    call: (order, { take = () => {}, transfer = [] } = {}) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { take, resolve, reject });
        const call: Call = { id, order };
        startWorker().postMessage(call, transfer);
      }),
  };
}
