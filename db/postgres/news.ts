// Hears of what other processes commit: a connection that listens, and is dialed anew when lost.

import type pg from 'pg';
import { clientOf } from './link.ts';

export interface News {
  stop(): Promise<void>;
}

export interface Listener {
  /** Number of the commit that the copy stands at. */
  position(): number;
  /** There is something that the copy does not have yet. */
  onNews(): Promise<void>;
}

const AGAIN_MS = 1_000;

/** Listens until it is stopped. */
export function newsOf(url: string, schema: string, { position, onNews: heard }: Listener): News {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;

  function reconnect(): void {
    client = null;
    if (isOver || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      begun = begin();
    }, AGAIN_MS);
    timer.unref();
  }

  async function begin(): Promise<void> {
    const made = clientOf(url);
    client = made;
    made.on('error', () => client === made && reconnect());
    made.on('end', () => client === made && reconnect());
    made.on('notification', ({ payload }) => {
      const [name, number] = (payload ?? '').split(' ');
      if (name === schema && Number(number) > position()) void heard();
    });
    try {
      await made.connect();
      await made.query('LISTEN kontor');
      // What was committed before it listened.
      if (!isOver) void heard();
    } catch {
      await made.end().catch(() => {});
      if (client === made) reconnect();
    }
  }
  let begun = begin();

  return {
    async stop() {
      isOver = true;
      if (timer) clearTimeout(timer);
      await begun;
      await client?.end().catch(() => {});
    },
  };
}
