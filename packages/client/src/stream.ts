// Server-sent events over fetch, because the EventSource of browsers sends no Authorization.

import { KontorConnectionError } from './errors.ts';
import { paused } from './transport.ts';

/** One message of a stream. */
interface Message {
  readonly id: string | null;
  readonly data: string;
}

const PAUSE_MS = 1_000;

/**
 * Follows a stream over every interruption: after each it goes on behind the last message.
 * @param open asks for the stream, from behind that message on
 */
export async function* followed<T>(
  open: (lastId: string | null) => Promise<Response>,
  signal?: AbortSignal,
): AsyncGenerator<T, void, void> {
  for (let last: string | null = null; ; ) {
    try {
      const { body } = await open(last);
      for await (const { id, data } of messagesOf(body)) {
        last = id ?? last;
        yield JSON.parse(data) as T;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // What the bank refuses stays refused; what breaks off does so at any moment.
      const brokeOff = error instanceof KontorConnectionError || error instanceof TypeError;
      if (!brokeOff) throw error;
    }
    await paused(PAUSE_MS, signal);
  }
}

async function* messagesOf(body: Response['body']): AsyncGenerator<Message, void, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageIn(block);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A comment, which keeps the connection alive, is no message. */
function messageIn(block: string): Message | null {
  const lines = block.split(/\r?\n/);
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
  const data = valuesOf('data').map((line) => line.replace(/^ /, ''));
  if (data.length === 0) return null;
  return { id: valuesOf('id')[0]?.trim() ?? null, data: data.join('\n') };
}
