// The files of models and data sets under the data directory, and the models that decide from the
// first payment on.

import { join } from 'node:path';
import { servingDesk } from '../ai/serving/finder.ts';
import { registerShipped } from '../api/models/shipped-models.ts';
import type { Ledger } from '../db/ledger.ts';
import type { EnvironmentName } from '../db/transactions/port.ts';
import { PLATFORM_OWNER } from '../ledger/models/model.ts';
import { type ArtifactStore, artifactStore, type FileStore } from '../models/artifact-store.ts';
import type { Explainers } from '../models/explain/explainers.ts';
import type { SessionPool } from '../models/session-pool.ts';

/** Rows of each environment, apart: a file is deleted when nothing of its ledger names it. */
export function datasetsIn(dataDir: string) {
  const storeOf = (name: EnvironmentName) => artifactStore(join(dataDir, 'datasets', name), 'rows');
  return { sandbox: storeOf('sandbox'), production: storeOf('production') };
}

/** Results of batches of scores. */
export function resultsIn(dataDir: string) {
  const storeOf = (name: EnvironmentName) => artifactStore(join(dataDir, 'scores', name), 'csv');
  return { sandbox: storeOf('sandbox'), production: storeOf('production') };
}

type Datasets = ReturnType<typeof datasetsIn>;

/**
 * Of what was trained here: how many training rows passed each node of its trees, and how features
 * and scores were spread.
 */
export function trainedFilesIn(dataDir: string) {
  const storeOf = (kind: string): ArtifactStore => artifactStore(join(dataDir, 'models'), kind);
  return { covers: storeOf('covers'), spreads: storeOf('spread') };
}

interface Made {
  readonly artifacts: FileStore;
  readonly covers: ArtifactStore;
  readonly spreads: ArtifactStore;
}

export function trainingTools(dataDir: string, made: Made, datasets: Datasets) {
  const results = resultsIn(dataDir);
  const toolsOf = (name: EnvironmentName) => {
    return {
      ...made,
      datasets: datasets[name],
      folder: join(dataDir, 'training', name),
      results: results[name],
      scoringFolder: join(dataDir, 'scoring', name),
    };
  };
  return { sandbox: toolsOf('sandbox'), production: toolsOf('production') };
}

interface ModelDeps {
  readonly artifacts: FileStore;
  readonly sessions: SessionPool;
  readonly reasons: Explainers;
  readonly hasApi: boolean;
}

/** Registers what comes with the engine, and asks it once. */
export async function openModels(ledgers: readonly Ledger[], deps: ModelDeps): Promise<void> {
  if (deps.hasApi) await registerShipped(ledgers, deps.artifacts);
  for (const ledger of ledgers) {
    const desk = servingDesk(ledger, deps.sessions, deps.reasons);
    const model = desk.servingFor(PLATFORM_OWNER, 'fraud');
    const { production } = model ?? {};
    // The first answer takes as long as reading the file: better now than under a payment. One
    // that cannot be read is no reason not to open: payments are decided without it.
    await production?.session.score([new Float32Array(production.columns)]).catch(() => {});
    await production?.explanation.load();
  }
}
