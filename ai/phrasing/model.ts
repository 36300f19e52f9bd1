// The language model as the bank asks it: on a thread of its own, a few questions at a time, and
// not for a while after it has failed several times in a row.

import { Worker } from 'node:worker_threads';
import type { Exchange, Message, ModelPlace, ModelTask, ToolSchema } from './exchange.ts';

/** What the answer says about the language model. */
export interface LanguageModel {
  readonly name: string;
  readonly timeoutMs: number;
  /** Never rejects. */
  ask(order: Asking): Promise<Exchange>;
}

export interface Asking {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  /** Milliseconds for this exchange. */
  readonly timeoutMs: number;
}

const MOST_AT_A_TIME = 8;
const MOST_FAILURES = 3;
const PAUSE_MS = 30_000;

/**
 * Opens it with the first question.
 * @param config null: none is configured
 * @param closing ends the thread
 */
export function openLanguageModel(
  config: ModelPlace | null,
  closing: AbortSignal,
): LanguageModel | null {
  return config && opened(config, closing);
}

function opened(config: ModelPlace, closing: AbortSignal): LanguageModel {
  const waiting = new Map<number, (answer: Exchange) => void>();
  let thread: Worker | null = null;
  let next = 1;
  let failures = 0;
  let pausedUntil = 0;

  function started(): Worker {
    if (thread) return thread;
    const worker = new Worker(new URL('./model-worker.ts', import.meta.url), {
      workerData: config,
    });
    worker.unref();
    worker.on('message', ({ id, answer }: { id: number; answer: Exchange }) => take(id, answer));
    worker.on('error', () => ended(worker));
    worker.on('exit', () => ended(worker));
    thread = worker;
    return worker;
  }

  function ended(worker: Worker): void {
    if (thread !== worker) return;
    thread = null;
    for (const id of [...waiting.keys()]) take(id, { kind: 'failed', reason: 'closed' });
  }

  function take(id: number, answer: Exchange): void {
    waiting.get(id)?.(answer);
    waiting.delete(id);
    failures = answer.kind === 'failed' ? failures + 1 : 0;
    if (failures >= MOST_FAILURES) pausedUntil = performance.now() + PAUSE_MS;
  }

  closing.addEventListener('abort', () => void thread?.terminate(), { once: true });

  return {
    name: config.model,
    timeoutMs: config.timeoutMs,
    async ask(order) {
      if (closing.aborted) return { kind: 'failed', reason: 'closed' };
      if (performance.now() < pausedUntil) return { kind: 'failed', reason: 'paused' };
      if (waiting.size >= MOST_AT_A_TIME) return { kind: 'failed', reason: 'busy' };
      return new Promise((resolve) => {
        const id = next++;
        waiting.set(id, resolve);
        const task: ModelTask = { id, ...order };
        started().postMessage(task);
      });
    },
  };
}
