// Server-sent events over fetch, because EventSource cannot send an Authorization header.

import { KontorConnectionError, KontorError } from './errors.ts';
import { pauseFor } from './transport.ts';

/** One message of a stream; `data` is null when it only states the position. */
interface Message {
  readonly id: string | null;
  readonly data: string | null;
}

/** Called when a stream connects, and with the cause when it is interrupted. */
export type StreamState = (state: 'connected' | 'interrupted', cause?: Error) => void;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** Two missed heartbeats, after which a connection counts as dead. */
const MAX_SILENCE_MS = 40_000;

interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onState?: StreamState | undefined;
}

/**
 * Follows a stream across interruptions. After each it continues after the last processed message,
 * so that no message is lost.
 * @param open requests the stream after a message
 */
export async function* follow<T>(
  open: (lastId: string | null) => Promise<Response>,
  { signal, onState }: StreamOptions = {},
): AsyncGenerator<T, void, void> {
  let last: string | null = null;
  for (let failures = 0; ; ) {
    let cause: Error | undefined;
    try {
      const { body } = await open(last);
      failures = 0;
      onState?.('connected');
      for await (const { id, data } of messagesOf(body)) {
        if (data !== null) yield JSON.parse(data) as T;
        // The position is that of processed events, not of received ones.
        last = id ?? last;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Error) || !isTransient(error)) throw error;
      cause = error;
    }
    onState?.('interrupted', cause);
    await pauseFor(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    failures += 1;
  }
}

/** True for errors that a new attempt may resolve: interruptions, but not refusals. */
function isTransient(error: Error): boolean {
  if (error instanceof KontorError) return error.retryable || error.status >= 500;
  return error instanceof KontorConnectionError || error instanceof TypeError;
}

async function* messagesOf(body: Response['body']): AsyncGenerator<Message, void, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  try {
    for (;;) {
      const { value, done } = await readChunk(reader.read());
      if (done) return;
      const blocks = (unread + value).split(/\r?\n\r?\n/);
      unread = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageIn(block);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The next chunk.
 * @throws TypeError when none arrives before the stream counts as dead
 */
async function readChunk<T>(piece: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const end = () => reject(new TypeError(`nothing came for ${MAX_SILENCE_MS / 1000} s`));
    timer = setTimeout(end, MAX_SILENCE_MS);
  });
  return Promise.race([piece, silence]).finally(() => clearTimeout(timer));
}

/** Parses a block; null for a comment, which only keeps the connection alive. */
function messageIn(block: string): Message | null {
  const lines = block.split(/\r?\n/);
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
  const data = valuesOf('data').map((line) => line.replace(/^ /, ''));
  const id = valuesOf('id')[0]?.trim() ?? null;
  if (data.length === 0) return id === null ? null : { id, data: null };
  return { id, data: data.join('\n') };
}
