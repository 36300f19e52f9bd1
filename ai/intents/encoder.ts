// The bank's access to the sentence encoder: on a thread of its own, a few messages at a time. An
// answer that is late or missing is left out: the text model reads messages without it.

import { existsSync } from 'node:fs';
import { openThread } from '../../db/threads/calls.ts';
import { DOWNLOADED_ENCODER_PATH } from '../../models/encoder/encoder-file.ts';

export interface MessageEncoder {
  /** Resolves to null when the encoder is busy, late, or failed. Never rejects. */
  embed(message: string): Promise<Float32Array | null>;
  /** Returns why the last request failed, or null when it succeeded or none was made. */
  failure(): string | null;
}

/** Some hundred milliseconds of work. */
const MOST_WAITING = 16;
const MOST_MS = 1_000;
const PAUSE_MS = 30_000;

/**
 * Returns the file of the sentence encoder, or null when there is none.
 * @param setting `auto`: the file that `npm run encoder` fetched; `off`; or a file
 */
export function encoderFile(setting: string): string | null {
  if (setting !== 'auto') return setting === 'off' ? null : setting;
  return existsSync(DOWNLOADED_ENCODER_PATH) ? DOWNLOADED_ENCODER_PATH : null;
}

/**
 * Opens the encoder, or returns null when there is none.
 * @param setting `auto`: the file that `npm run encoder` fetched; `off`; or a file
 * @param closing ends the thread
 */
export function openMessageEncoder(setting: string, closing: AbortSignal): MessageEncoder | null {
  const file = encoderFile(setting);
  return file === null ? null : encoderAt(file, closing);
}

function encoderAt(path: string, closing: AbortSignal): MessageEncoder {
  const file = new URL('./encoder-worker.ts', import.meta.url);
  const name = 'the sentence encoder';
  const thread = openThread<string, Float32Array>({ name, file, data: path, closing });
  let failure: string | null = null;
  let pausedUntil = 0;
  let isOpen = false;

  async function askEncoder(message: string): Promise<Float32Array | null> {
    try {
      const answer = await thread.call(message);
      isOpen = true;
      failure = null;
      return answer;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
  }

  return {
    failure: () => failure,
    async embed(message) {
      if (closing.aborted || performance.now() < pausedUntil) return null;
      if (thread.waiting() >= MOST_WAITING) return null;
      const answer = askEncoder(message);
      // The first answer opens the file.
      return isOpen ? Promise.race([answer, after(MOST_MS)]) : answer;
    },
  };
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}
