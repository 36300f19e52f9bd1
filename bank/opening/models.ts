// The files of models and data sets in the data directory, and the memory of models.

import { join } from 'node:path';
import { openUploadStorage, type UploadStorage } from '../../api/kit/uploads/storage.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import { isModelInUse } from '../../db/models/model-files.ts';
import {
  type ArtifactStore,
  createArtifactStore,
  type FileStore,
} from '../../models/artifact-store.ts';
import type { SessionPool } from '../../models/session-pool.ts';

type Files = Readonly<Record<EnvironmentName, FileStore>>;

export interface StoredFiles {
  /** Training rows. A file is deleted when no row of its ledger refers to it. */
  readonly datasets: Files;
  /** Results of batches of scores. */
  readonly results: Files;
  /** Sealed images of documents. */
  readonly documents: Files;
  readonly uploads: UploadStorage;
}

/** Files that developers upload, separate for each environment. */
export function storesIn(dataDir: string): StoredFiles {
  const storesByEnvironment = (folder: string, extension: string) => {
    const storeOf = (name: EnvironmentName) =>
      createArtifactStore(join(dataDir, folder, name), extension);
    return { sandbox: storeOf('sandbox'), production: storeOf('production') };
  };
  return {
    datasets: storesByEnvironment('datasets', 'rows'),
    results: storesByEnvironment('scores', 'csv'),
    documents: storesByEnvironment('documents', 'sealed'),
    uploads: openUploadStorage(dataDir),
  };
}

/** The files that the sweeper of one environment may delete. */
export function sweptFiles(name: EnvironmentName, { datasets, results, documents }: StoredFiles) {
  return { datasets: datasets[name], results: results[name], documents: documents[name] };
}

/**
 * Files about models that were trained here: the number of training rows at each node of their
 * trees (covers), and the distributions of features and scores (spreads).
 */
export function trainedFilesIn(dataDir: string) {
  const storeOf = (kind: string): ArtifactStore =>
    createArtifactStore(join(dataDir, 'models'), kind);
  return { covers: storeOf('covers'), distributions: storeOf('spread') };
}

interface ModelFiles {
  readonly artifacts: FileStore;
  readonly covers: ArtifactStore;
  readonly distributions: ArtifactStore;
}

/** The tools of training and scoring, one set for each environment. */
export function trainingTools(
  dataDir: string,
  files: ModelFiles,
  { datasets, results }: StoredFiles,
) {
  const toolsOf = (name: EnvironmentName) => {
    return {
      ...files,
      datasets: datasets[name],
      folder: join(dataDir, 'training', name),
      results: results[name],
      scoringFolder: join(dataDir, 'scoring', name),
    };
  };
  return { sandbox: toolsOf('sandbox'), production: toolsOf('production') };
}

const IDLE_MS = 30_000;
const POLL_EVERY_MS = 10_000;

/** Frees the memory of models that no longer decide. */
export function startIdleRound(sessions: PerEnvironment<SessionPool>, ledgers: readonly Ledger[]) {
  const isInUse = (sha256: string) => ledgers.some((ledger) => isModelInUse(ledger, sha256));
  const timer = setInterval(() => {
    // When a ledger cannot be read, all models stay until the next round.
    for (const pool of [sessions.sandbox, sessions.production]) {
      void pool.releaseIdle({ idleMs: IDLE_MS, isInUse }).catch(() => {});
    }
  }, POLL_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
