// The ledgers that a move may touch, each where it lies, opened when they are needed.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Config } from '../../config/settings.ts';
import { fileSide, type MoveSide, schemaSide } from '../../db/moves/sides.ts';
import { type MoveMark, marksIn, marksInSchema } from '../../db/moves/unfinished.ts';
import type { LedgerPlaces } from '../../db/platform/ledger-places.ts';
import { copiesIn, urlOf } from '../../db/postgres/databases.ts';
import { ledgersOf, NotReady, type Order } from './order.ts';

export interface Sides {
  /** Opens a ledger, once. */
  open(name: string): Promise<MoveSide>;
  /**
   * What earlier moves of the developer have left in any ledger of the environment.
   * @throws NotReady where one is not there; Error where its database does not answer
   */
  marks(order: Order): Promise<MoveMark[]>;
  /** True where both lie where the platform does. */
  areBeside(one: string, other: string): boolean;
  close(): Promise<void>;
}

export function sidesOf(config: Config, places: LedgerPlaces): Sides {
  const opened = new Map<string, MoveSide>();
  const databaseOf = (name: string) => places.get(name)?.database ?? null;
  const addressOf = (name: string) => urlOf(config, databaseOf(name));
  const fileOf = (name: string) => join(resolve(config.dataDir), `${name}.db`);

  async function opening(name: string): Promise<MoveSide> {
    const url = addressOf(name);
    if (url === null) return fileSide({ name, file: fileOf(name) });
    const isFirst = ![...opened.keys()].some((one) => addressOf(one) === url);
    return schemaSide({ name, url, folder: copiesIn(config), isFirst });
  }

  async function marksOf(at: string, { developerId }: Order): Promise<MoveMark[]> {
    const url = addressOf(at);
    const which = { at, developerId };
    const marks = url === null ? marksInFile(fileOf(at), which) : await marksInSchema(url, which);
    if (marks === null) throw new NotReady(at);
    return marks;
  }

  return {
    async open(name) {
      const side = opened.get(name) ?? (await opening(name));
      opened.set(name, side);
      return side;
    },
    async marks(order) {
      const all: MoveMark[] = [];
      for (const name of ledgersOf(order, config.ledgers)) {
        all.push(...(await marksOf(name, order).catch((cause) => unreadable(name, cause))));
      }
      return all;
    },
    areBeside: (one, other) => databaseOf(one) === null && databaseOf(other) === null,
    async close() {
      for (const side of opened.values()) await side.close();
      opened.clear();
    },
  };

  function unreadable(name: string, cause: unknown): never {
    if (cause instanceof NotReady || databaseOf(name) === null) throw cause;
    const text = `${name} in ${databaseOf(name)} does not answer, and may have rows on their way`;
    throw new Unreachable(`${text}: ${(cause as Error).message || String(cause)}`, { cause });
  }
}

/** A further database is away. */
export class Unreachable extends Error {}

/** Null: there is no such ledger, or it is of a version that knew no moves. */
function marksInFile(file: string, which: Parameters<typeof marksIn>[1]): MoveMark[] | null {
  if (!existsSync(file)) return null;
  const raw = new BetterSqlite3(file, { readonly: true });
  try {
    const table = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tenant_moves'").get();
    return table === undefined ? null : marksIn(raw, which);
  } finally {
    raw.close();
  }
}
