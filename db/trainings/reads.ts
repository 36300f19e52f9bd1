// Reads of trainings and of uploaded data sets.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { ModelTask } from '../../ledger/models/model.ts';
import type { TrainingStatus } from '../../ledger/models/training.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { versionViewFor } from '../models/reads.ts';
import { championRow } from '../models/servable.ts';
import type { ModelVersionView } from '../models/view.ts';
import { IS_KEPT } from './retention.ts';
import { trainingDatasets, trainingJobs } from './tables.ts';
import {
  type DatasetRow,
  type DatasetView,
  datasetView,
  type TrainingView,
  trainingView,
} from './view.ts';

/** Finds one training; null when the tenant has none of that id. */
export async function findTraining(
  { database, livemode }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<TrainingView | null> {
  const ownedJob = and(eq(trainingJobs.id, id), eq(trainingJobs.tenantId, tenantId));
  const row = database.orm.select().from(trainingJobs).where(ownedJob).get();
  return row ? trainingView(row, livemode) : null;
}

/** Returns the status of a training, or null when there is none with that id. */
export function readTrainingStatus({ database }: ReadLedger, id: string): TrainingStatus | null {
  const idCondition = eq(trainingJobs.id, id);
  const select = database.orm
    .select({ status: trainingJobs.status })
    .from(trainingJobs)
    .where(idCondition);
  return select.get()?.status ?? null;
}

/**
 * Returns the request of the training that made a version, as JSON, or null when no training made
 * it.
 */
export function readTrainingRequest({ database }: ReadLedger, versionId: string): string | null {
  const versionCondition = eq(trainingJobs.versionId, versionId);
  const select = database.orm.select({ request: trainingJobs.request }).from(trainingJobs);
  return select.where(versionCondition).get()?.request ?? null;
}

export interface TrainingFilter extends PageOrder {
  readonly tenantId: string;
  readonly status?: TrainingStatus | undefined;
}

/** Lists the trainings of a tenant, newest first. */
export async function listTrainings(
  { database, livemode }: ReadLedger,
  { tenantId, status, startingAfter, limit }: TrainingFilter,
): Promise<Page<TrainingView>> {
  const rows = database.orm
    .select()
    .from(trainingJobs)
    .where(
      and(
        eq(trainingJobs.tenantId, tenantId),
        status ? eq(trainingJobs.status, status) : undefined,
        startingAfter ? lt(trainingJobs.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(trainingJobs.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => trainingView(row, livemode)),
    limit,
  );
}

/** Lists open trainings, oldest first. */
export function listOpenTrainings(
  { database }: ReadLedger,
  { acceptedBefore, after, limit }: { acceptedBefore: number; after: string; limit: number },
): readonly { readonly id: string; readonly tenantId: string; readonly task: ModelTask }[] {
  return database.raw
    .prepare<[string, number, number], { id: string; tenantId: string; task: ModelTask }>(
      `SELECT id, tenant_id AS tenantId, task FROM training_jobs
       WHERE status IN ('queued', 'running') AND id > ? AND created_at <= ?
       ORDER BY id LIMIT ?`,
    )
    .all(after, acceptedBefore, limit);
}

/** Returns the version that decides for a task of a tenant: its own, or the bank's. */
export function findChampion(
  ledger: ReadLedger,
  tenantId: string,
  task: ModelTask,
): ModelVersionView | null {
  const row = championRow(ledger, tenantId, task);
  return row && versionViewFor(ledger, tenantId, row);
}

/** Finds a stored data set; null when the tenant has none of that id. */
export async function findDataset(
  { database, livemode, now }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<DatasetView | null> {
  const row = database.raw
    .prepare<object, DatasetRow>(
      `SELECT ${columnsOf(trainingDatasets, 'd')} FROM training_datasets d
       WHERE d.id = @id AND d.tenant_id = @tenantId AND (d.expires_at > @now OR ${IS_KEPT})`,
    )
    .get({ id, tenantId, now: now() });
  return row ? datasetView(row, livemode) : null;
}

/** Lists the data sets of a tenant, newest first. */
export async function listDatasets(
  { database, livemode }: ReadLedger,
  { tenantId, startingAfter, limit }: PageOrder & { readonly tenantId: string },
): Promise<Page<DatasetView>> {
  const rows = database.orm
    .select()
    .from(trainingDatasets)
    .where(
      and(
        eq(trainingDatasets.tenantId, tenantId),
        startingAfter ? lt(trainingDatasets.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(trainingDatasets.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => datasetView(row, livemode)),
    limit,
  );
}
