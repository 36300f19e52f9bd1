// A reader of server-sent events that follows the WHATWG standard: blocks end with an empty line,
// an id is kept even when a block has no data.

export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: ReturnType<typeof JSON.parse>;
}

export interface EventReader {
  readonly response: Response;
  /** The received events. */
  readonly events: readonly StreamedEvent[];
  lastEventId(): string;
  /** Resolves once `count` events were received; rejects when the stream ends before. */
  waitForEvents(count: number): Promise<readonly StreamedEvent[]>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export async function readEventStream(
  url: string,
  headers: Record<string, string>,
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const events: StreamedEvent[] = [];
  let lastEventId = '';
  let notify = () => {};
  let hasEnded = false;

  function readBlock(block: string): void {
    const fields = block.split('\n').filter((line) => !line.startsWith(':'));
    const field = (name: string) =>
      fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    lastEventId = field('id') ?? lastEventId;
    const data = field('data');
    if (data === undefined) return;
    events.push({ id: lastEventId, type: field('event') ?? 'message', data: JSON.parse(data) });
  }

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) readBlock(block);
        notify();
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      hasEnded = true;
      notify();
    }
  }

  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const ended = isStream ? read() : Promise.resolve();
  ended.catch(() => {});
  return {
    response,
    events,
    lastEventId: () => lastEventId,
    async waitForEvents(count) {
      while (events.length < count) {
        if (hasEnded) throw new Error(`the stream ended after ${events.length} of ${count} events`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return events.slice(0, count);
    },
    ended,
    close: () => abort.abort(),
  };
}
