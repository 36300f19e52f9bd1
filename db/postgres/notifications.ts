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
  onNotification(text?: string): Promise<void>;
}

/** The listening connection to a database. */
interface ListeningConnection {
  /** Listeners by schema. */
  readonly listeners: Map<string, Set<Listener>>;
  /** True while the server sends notifications. */
  isListening(): boolean;
  end(): Promise<void>;
}

const RECONNECT_MS = 1_000;

const connections = new Map<string, ListeningConnection>();

/** Starts to listen, until stopped. */
export function subscribe(url: string, schema: string, listener: Listener): Subscription {
  const connection = connections.get(url) ?? openConnection(url);
  connections.set(url, connection);
  const schemaListeners = connection.listeners.get(schema) ?? new Set();
  connection.listeners.set(schema, schemaListeners.add(listener));
  // Fetches the commits made before the connection listened.
  if (connection.isListening()) void listener.onNotification();
  return {
    async stop() {
      schemaListeners.delete(listener);
      const isLast = [...connection.listeners.values()].every(({ size }) => size === 0);
      if (!isLast) return;
      if (connections.get(url) === connection) connections.delete(url);
      await connection.end();
    },
  };
}

function openConnection(url: string): ListeningConnection {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isListening = false;
  let isStopped = false;

  function reconnect(): void {
    client = null;
    isListening = false;
    if (isStopped || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      beginning = startListening();
    }, RECONNECT_MS);
    timer.unref();
  }

  function dispatchNotification(payload: string): void {
    const [schema = '', number, ...rest] = payload.split(' ');
    for (const { hasCommit, onNotification } of listeners.get(schema) ?? []) {
      if (!hasCommit(Number(number))) void onNotification([number, ...rest].join(' '));
    }
  }

  function registerListener(connection: pg.Client): void {
    connection.on('error', () => client === connection && reconnect());
    connection.on('end', () => client === connection && reconnect());
    connection.on('notification', ({ payload = '' }) => dispatchNotification(payload));
  }

  async function startListening(): Promise<void> {
    try {
      client = await connectTo(url, { onCreate: registerListener });
      await client.query('LISTEN kontor');
      if (isStopped) return;
      isListening = true;
      // Fetches the commits made before the connection listened.
      for (const { onNotification } of [...listeners.values()].flatMap((listenersOfSchema) => [
        ...listenersOfSchema,
      ]))
        void onNotification();
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
      isStopped = true;
      if (timer) clearTimeout(timer);
      await beginning;
      await client?.end().catch(() => {});
    },
  };
}
