// Writes the folder of a training: its rows (a link to the data set, or rows of the ledger) and the
// job. The folder is complete or missing, and the same on every attempt.

import { link, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createScoredVersion } from '../ai/serving/evaluation/scored-version.ts';
import { readLedgerRows } from '../ai/serving/training/ledger-rows.ts';
import type { Ledger } from '../db/ledger.ts';
import { championRow } from '../db/models/servable.ts';
import { freezeTraining, type TrainingTask } from '../db/trainings/acts.ts';
import { sha256 } from '../models/artifact.ts';
import type { FileStore } from '../models/artifact-store.ts';
import { type LedgerQuery, makeJob, type TrainingRequest } from '../models/learn/train/request.ts';

interface Parts {
  readonly ledger: Ledger;
  readonly artifacts: FileStore;
  readonly datasets: FileStore;
}

interface FolderOrder {
  readonly folder: string;
  readonly task: TrainingTask;
  readonly request: TrainingRequest;
  readonly stopped: AbortSignal;
}

/** Thrown when the ledger does not have the recorded rows any more. */
export class RowsChanged extends Error {}

/** @throws RowsChanged */
export async function writeTrainingFolder(parts: Parts, order: FolderOrder): Promise<void> {
  const { folder, task, request } = order;
  const path = join(folder, 'job.json');
  // The job is written last: when it exists, the rows do.
  if (await fileExists(path)) return;
  await mkdir(folder, { recursive: true });
  const { query } = request;
  const dataName = query
    ? await writeLedgerRows(parts, order, query)
    : await linkDatasetRows(parts, order);
  const champion = championOf(parts, task);
  const naming = { name: task.name, version: task.label, task: task.task, champion };
  await writeDurably(path, JSON.stringify(makeJob({ ...request, dataName }, naming)));
}

async function linkDatasetRows({ datasets }: Parts, { folder, task, request }: FolderOrder) {
  const rows = rowsPath(folder, request);
  if (task.datasetSha256 !== null && !(await fileExists(rows))) {
    await link(datasets.pathOf(task.datasetSha256), rows);
  }
  return request.dataName;
}

/** Records the hash of the rows in the ledger before a model learns from them. */
async function writeLedgerRows({ ledger }: Parts, order: FolderOrder, query: LedgerQuery) {
  const { folder, task, request, stopped } = order;
  const { id: jobId, tenantId } = task;
  const { text, summary } = await readLedgerRows(ledger, { tenantId, query }, stopped);
  const hash = sha256(text);
  const frozen = await ledger.run(freezeTraining, { jobId, sha256: hash });
  // Null when the training was ended meanwhile, which the next poll finds.
  if (frozen !== null && frozen !== hash) {
    throw new RowsChanged(`${hash} instead of ${frozen}`);
  }
  await writeDurably(rowsPath(folder, request), text);
  return summary;
}

function championOf({ ledger, artifacts }: Parts, { tenantId, task }: TrainingTask) {
  const champion = championRow(ledger, tenantId, task);
  return champion && createScoredVersion(champion, artifacts);
}

function rowsPath(folder: string, { format }: TrainingRequest): string {
  return join(folder, `rows.${format}`);
}

export async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

export async function fileExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
