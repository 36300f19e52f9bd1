// Data sets that developers bring, under lock: what they are stands here, the file lies in the data
// directory under its hash. They run out, so that data about people is not kept for ever.

import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { DatasetAcceptance, DatasetDiscard, DatasetDraft, RemoveFile } from './port.ts';
import { trainingDatasets } from './tables.ts';
import { type DatasetRow, datasetView } from './view.ts';

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
}

const OPERATION = 'POST /v1/ai/custom-models/datasets';
const DAY_MS = 86_400_000;
const KEPT_MS = 7 * DAY_MS;
/** Of one developer. */
const MOST_DATASETS = 20;

/** Call its functions inside `database.write` only. */
export function datasetWriter({ database: { raw }, keys, livemode, now }: Deps) {
  const byId = raw.prepare<[string], DatasetRow>(
    `SELECT ${columnsOf(trainingDatasets)} FROM training_datasets WHERE id = ?`,
  );
  const insert = raw.prepare(`INSERT INTO training_datasets ${insertOf(trainingDatasets)}`);
  const count = raw
    .prepare<[string], number>('SELECT count(*) FROM training_datasets WHERE tenant_id = ?')
    .pluck();
  const expired = raw.prepare<[number, number], Pick<DatasetRow, 'id' | 'sha256'>>(
    'SELECT id, sha256 FROM training_datasets WHERE expires_at <= ? ORDER BY expires_at LIMIT ?',
  );
  const remove = raw.prepare('DELETE FROM training_datasets WHERE id = ?');
  const named = raw.prepare('SELECT 1 FROM training_datasets WHERE sha256 = ? LIMIT 1');
  const wanted = raw.prepare(
    `SELECT 1 FROM training_jobs WHERE status IN ('queued', 'running') AND dataset_sha256 = ?`,
  );

  /** Under lock: whoever names it next finds it missing and writes it again. */
  function release({ sha256, remove: removeFile }: { sha256: string; remove: RemoveFile }): void {
    if (!named.get(sha256) && !wanted.get(sha256)) removeFile(sha256);
  }

  return {
    keep({ requestHash, cause, ...draft }: DatasetDraft): DatasetAcceptance {
      const { tenantId } = draft;
      const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      const seen = keys.look(use, now());
      if (seen.kind === 'key_reused') return seen;
      const bound = seen.kind === 'replayed' ? byId.get(seen.id) : undefined;
      if (bound) return { kind: 'done', replayed: true, dataset: datasetView(bound, livemode) };
      if ((count.get(tenantId) ?? 0) >= MOST_DATASETS) return { kind: 'limit' };
      const { id, at } = mintAt('trainingDataset');
      const row = { id, ...draft, actor: cause.actor, createdAt: at, expiresAt: at + KEPT_MS };
      insert.run(row);
      keys.bind(use, id, at);
      return { kind: 'done', replayed: false, dataset: datasetView(row, livemode) };
    },
    discard({ tenantId, id, remove: removeFile }: DatasetDiscard): boolean {
      const row = byId.get(id);
      if (row?.tenantId !== tenantId) return false;
      remove.run(id);
      release({ sha256: row.sha256, remove: removeFile });
      return true;
    },
    prune({ most, remove: removeFile }: { most: number; remove: RemoveFile }): void {
      const gone = expired.all(now(), most);
      for (const { id } of gone) remove.run(id);
      for (const { sha256 } of gone) release({ sha256, remove: removeFile });
    },
    release,
  };
}
