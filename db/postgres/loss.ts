// Handles commits that a copy has and PostgreSQL lacks, because PostgreSQL was restored to an
// earlier state or a lagging standby took over. The copy is saved before it is overwritten; then
// the lost rows are listed in a file and reported. After a kill in between, the next start lists
// the saved copy.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openThread } from '../threads/calls.ts';
import type { Position } from './commits.ts';
import type { SchemaName } from './copy.ts';

/** A record that a client may know. */
export interface LostRecord {
  readonly kind: 'transaction' | 'event' | 'delivery';
  readonly id: string;
  readonly tenantId: string;
}

export interface LossList {
  /** The commit of the copy, and the commit from which PostgreSQL continued. */
  readonly from: Position;
  readonly to: Position;
  /** Counts of missing rows, and of rows with a lower version, by table. */
  readonly lost: Readonly<Record<string, number>>;
  readonly setBack: Readonly<Record<string, number>>;
  /** The first ten thousand records; the file has all. */
  readonly records: readonly LostRecord[];
  /**
   * Number of log leaves that a checkpoint had signed, and present number of leaves; null when no
   * signed leaf is lost.
   */
  readonly log: { readonly signedSize: number; readonly keptSize: number } | null;
  /** False when other processes have only written further commits. */
  readonly isLoss: boolean;
}

export interface Loss extends Omit<LossList, 'isLoss'> {
  readonly schema: string;
  /** The file with one line of JSON for each lost row. */
  readonly file: string;
}

export interface KeepOrder {
  readonly act: 'keep';
  readonly from: string;
  readonly to: string;
}

export interface ListOrder {
  readonly act: 'list';
  /** Name of the schema. */
  readonly name: string;
  readonly schema: SchemaName;
  /** The previous copy, and the current one. */
  readonly before: string;
  readonly now: string;
  readonly file: string;
  /** False when it is unknown whether PostgreSQL's history contains the commit of the copy. */
  readonly isCertain: boolean;
}

export type LossOrder = KeepOrder | ListOrder;

export interface LossStore {
  /** Saves the current copy; resolves when it is on disk. */
  keep(position: Position, isCertain: boolean): Promise<void>;
  /** Lists the losses of all kept copies, from this process or an earlier one, and reports them. */
  list(): void;
  close(): void;
}

interface LossStoreParts {
  /** Name of the schema. */
  readonly name: string;
  readonly schema: SchemaName;
  /** The file of the copy. */
  readonly copy: string;
  /**
   * Resolves when the loss is reported and need not be reported again. When omitted, a later
   * process lists it.
   */
  readonly report?: ((loss: Loss) => Promise<void>) | undefined;
}

export function createLossStore({ name, schema, copy, report }: LossStoreParts): LossStore {
  const closing = new AbortController();
  const file = new URL('./loss-worker.ts', import.meta.url);
  const options = { name: 'the list of lost rows', file, closing: closing.signal };
  const thread = openThread<LossOrder, unknown>(options);
  const folder = dirname(copy);
  const prefix = `${basename(copy, '.db')}.before-`;
  const underWay = new Set<string>();

  async function listSavedCopy(before: string, write: NonNullable<typeof report>): Promise<void> {
    const isCertain = before.endsWith('-certain.db');
    const lists = join(folder, 'lost');
    mkdirSync(lists, { recursive: true });
    const list = join(lists, `${basename(before, '.db')}.jsonl`);
    const lossList = (await thread.call({
      ...{ act: 'list', name, schema, before, now: copy, file: list, isCertain },
    })) as LossList;
    const { isLoss, ...listedRows } = lossList;
    if (isLoss) await write({ schema: name, file: list, ...listedRows });
    rmSync(before, { force: true });
  }

  return {
    async keep({ number, mark }, isCertain) {
      const end = isCertain ? 'certain' : 'unknown';
      const to = join(folder, `${prefix}${number}-${mark.slice(0, 8)}-${end}.db`);
      if (!existsSync(to)) await thread.call({ act: 'keep', from: copy, to });
    },
    list() {
      if (!report) return;
      const files = readdirSync(folder).filter((file) => file.startsWith(prefix));
      for (const file of files.filter((name) => name.endsWith('.db') && !underWay.has(name))) {
        underWay.add(file);
        // The saved copy remains, and the next start reports it.
        const listing = listSavedCopy(join(folder, file), report).catch(() => {});
        void listing.then(() => underWay.delete(file));
      }
    },
    close: () => closing.abort(),
  };
}
