// Receives notifications of other processes' commits: one connection to a database listens for all
// of its schemas, and reconnects when it is lost.

import type pg from 'pg';
import { connectTo } from './hosts.ts';

export interface Subscription {
  stop(): Promise<void>;
}

export interface Listener {
  /** True for the number of a commit that the copy has, or is about to have. */
  hasCommit(number: number): boolean;
  /**
   * Called when there are commits that the copy does not have yet.
   * @param text the text of the notification; omitted for a new connection
   */
  onNews(text?: string): Promise<void>;
}

/** The listening connection to a database. */
interface Line {
  /** Listeners by schema. */
  readonly listeners: Map<string, Set<Listener>>;
  /** True while it has a connection that listens. */
  isListening(): boolean;
  end(): Promise<void>;
}

const AGAIN_MS = 1_000;

const lines = new Map<string, Line>();

/** Starts to listen, until stopped. */
export function newsOf(url: string, schema: string, listener: Listener): Subscription {
  const line = lines.get(url) ?? lineTo(url);
  lines.set(url, line);
  const schemaListeners = line.listeners.get(schema) ?? new Set();
  line.listeners.set(schema, schemaListeners.add(listener));
  // Fetches the commits made before the connection listened.
  if (line.isListening()) void listener.onNews();
  return {
    async stop() {
      schemaListeners.delete(listener);
      const isLast = [...line.listeners.values()].every(({ size }) => size === 0);
      if (!isLast) return;
      if (lines.get(url) === line) lines.delete(url);
      await line.end();
    },
  };
}

function lineTo(url: string): Line {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isListening = false;
  let isOver = false;

  function reconnect(): void {
    client = null;
    isListening = false;
    if (isOver || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      beginning = startListening();
    }, AGAIN_MS);
    timer.unref();
  }

  function onNotification(payload: string): void {
    const [schema = '', number, ...rest] = payload.split(' ');
    for (const { hasCommit, onNews } of listeners.get(schema) ?? []) {
      if (!hasCommit(Number(number))) void onNews([number, ...rest].join(' '));
    }
  }

  function registerListener(connection: pg.Client): void {
    connection.on('error', () => client === connection && reconnect());
    connection.on('end', () => client === connection && reconnect());
    connection.on('notification', ({ payload = '' }) => onNotification(payload));
  }

  async function startListening(): Promise<void> {
    try {
      client = await connectTo(url, { onMade: registerListener });
      await client.query('LISTEN kontor');
      if (isOver) return;
      isListening = true;
      // Fetches the commits made before the connection listened.
      for (const { onNews } of [...listeners.values()].flatMap((listenersOfSchema) => [
        ...listenersOfSchema,
      ]))
        void onNews();
    } catch {
      await client?.end().catch(() => {});
      reconnect();
    }
  }
  let beginning = startListening();

  return {
    listeners,
    isListening: () => isListening,
    async end() {
      isOver = true;
      if (timer) clearTimeout(timer);
      await beginning;
      await client?.end().catch(() => {});
    },
  };
}
