// Access to the language model on a separate thread, with a limit of concurrent questions and a
// pause after several failures in a row.

import { openThread } from '../../db/threads/calls.ts';
import type { Exchange, ModelPlace, ModelRequest } from './model-request.ts';

/** The language model, and its description in answers. */
export interface LanguageModel {
  readonly name: string;
  readonly timeoutMs: number;
  /** Asks the model. Never rejects. */
  ask(order: ModelRequest): Promise<Exchange>;
}

const MAX_AT_A_TIME = 8;
const MAX_FAILURES = 3;
const PAUSE_MS = 30_000;

/**
 * Opens the model with the first question.
 * @param config null when none is configured
 * @param closing ends the thread
 */
export function openLanguageModel(
  config: ModelPlace | null,
  closing: AbortSignal,
): LanguageModel | null {
  return config && openModel(config, closing);
}

function openModel(config: ModelPlace, closing: AbortSignal): LanguageModel {
  const file = new URL('./model-worker.ts', import.meta.url);
  const name = 'the language model';
  const thread = openThread<ModelRequest, Exchange>({ name, file, data: config, closing });
  let failures = 0;
  let pausedUntil = 0;

  function noteFailures(answer: Exchange): Exchange {
    failures = answer.kind === 'failed' ? failures + 1 : 0;
    if (failures >= MAX_FAILURES) pausedUntil = performance.now() + PAUSE_MS;
    return answer;
  }

  return {
    name: config.model,
    timeoutMs: config.timeoutMs,
    async ask(order) {
      if (closing.aborted) return { kind: 'failed', reason: 'closed' };
      if (performance.now() < pausedUntil) return { kind: 'failed', reason: 'paused' };
      if (thread.waiting() >= MAX_AT_A_TIME) return { kind: 'failed', reason: 'busy' };
      const answer = thread
        .call(order)
        .catch((): Exchange => ({ kind: 'failed', reason: 'closed' }));
      return noteFailures(await answer);
    },
  };
}
