// The single step of an evaluation or of a batch of scores: writes its files, scores in a separate
// process, and stores the result. It is idempotent.

import { link, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { activityInfo } from '@temporalio/activity';
import { createScoredVersion } from '../ai/serving/evaluation/scored-version.ts';
import { readLedgerRows } from '../ai/serving/training/ledger-rows.ts';
import { noteKill } from '../db/deployments/kills.ts';
import type { Ledger } from '../db/ledger.ts';
import { readModelVersion } from '../db/models/reads.ts';
import {
  beginScoring,
  failScoring,
  type ScoringStep,
  stepScoring,
  succeedScoring,
} from '../db/scorings/acts.ts';
import { readScoringStatus } from '../db/scorings/reads.ts';
import type { ScoringRow } from '../db/scorings/view.ts';
import { releaseDataset } from '../db/trainings/datasets.ts';
import { readTrainingRequest } from '../db/trainings/reads.ts';
import { isScoringOver, type ScoringStatus } from '../ledger/models/scoring.ts';
import { sha256 as hashOf } from '../models/artifact.ts';
import type { FileStore } from '../models/artifact-store.ts';
import {
  resultFilePath,
  type ScorerMessage,
  type ScoringEnd,
  type ScoringJob,
  scoringFilePath,
} from '../models/evaluate/job.ts';
import type { ScoringRequest } from '../models/evaluate/request.ts';
import { startScorer } from '../models/evaluate/start-scorer.ts';
import type { LedgerQuery, TrainingRequest } from '../models/learn/train/request.ts';
import { limitAttempts } from './failure.ts';
import { withHeartbeat } from './heartbeat.ts';
import { fileExists, writeDurably } from './training-folder.ts';

export interface ScoringActivities {
  /** Returns how the scoring ended, or null when no scoring has that id. */
  scoreRows(input: { readonly scoringId: string }): Promise<ScoringStatus | null>;
}

/** The tools that scoring needs besides the ledger. */
export interface ScoringTools {
  readonly artifacts: FileStore;
  /** Rows of this environment. */
  readonly datasets: FileStore;
  /** Results of batches of this environment. */
  readonly results: FileStore;
  /** Folder that holds the folders of this environment's scorings. */
  readonly scoringFolder: string;
}

interface Deps extends ScoringTools {
  readonly ledger: Ledger;
  readonly failPoint: (name: string) => void;
  /** Aborted when the worker is about to stop; another worker continues. */
  readonly stopping: AbortSignal;
}

const POLL_EVERY_MS = 250;

/** The scoring activities of one environment. */
export function scoringActivities(deps: Deps): ScoringActivities {
  const { ledger, results } = deps;

  async function runScoring(
    scoringId: string,
    stopped: AbortSignal,
  ): Promise<ScoringStatus | null> {
    const runId = activityInfo().workflowExecution?.runId ?? '';
    const row = await ledger.run(beginScoring, { scoringId, runId });
    if (!row) return null;
    const folder = join(deps.scoringFolder, scoringId);
    const status = isScoringOver(row.status) ? row.status : await score(row, folder, stopped);
    await rm(folder, { recursive: true, force: true });
    const { datasetSha256: sha256 } = row;
    if (sha256 !== null) {
      await ledger.run(releaseDataset, { sha256 });
    }
    return status;
  }

  async function score(row: ScoringRow, folder: string, stopped: AbortSignal) {
    const { id: scoringId } = row;
    await writeScoringFolder(deps, row, folder, stopped);
    const end = await runScorer(folder, stopped, (step) =>
      ledger.run(stepScoring, { scoringId, step }),
    );
    if (end.kind === 'refused') {
      const { versionId } = row;
      if (end.kill) await ledger.run(noteKill, { versionId, ...end.kill });
      const error = { code: end.code, message: MESSAGES[end.code] ?? end.code };
      return ledger.run(failScoring, { scoringId, error: { ...error, errors: [...end.faults] } });
    }
    const result = end.kind === 'scored' ? await storeResult(folder) : null;
    deps.failPoint('after-scoring-files');
    return ledger.run(succeedScoring, { scoringId, report: { ...end.report }, result });
  }

  async function storeResult(folder: string) {
    const file = await readFile(resultFilePath(folder));
    const sha256 = hashOf(file);
    await results.put(sha256, file);
    return { sha256, bytes: file.length };
  }

  return {
    scoreRows: ({ scoringId }) =>
      limitAttempts(activityInfo().attempt, () =>
        withHeartbeat(deps.stopping, async (stopped) => {
          const status = await runScoring(scoringId, stopped);
          return status ?? readScoringStatus(ledger, scoringId);
        }),
      ),
  };
}

const MESSAGES: Readonly<Record<string, string>> = {
  dataset_invalid: 'The rows do not have the features of the version.',
  dataset_too_small: 'The data set has no rows.',
  model_limit_exceeded: 'A call of the model exceeded the limits of time or memory.',
  model_output_invalid: 'An answer of the model is not a probability.',
};

async function writeScoringFolder(
  deps: Deps,
  row: ScoringRow,
  folder: string,
  stopped: AbortSignal,
) {
  const request = JSON.parse(row.request) as ScoringRequest;
  await mkdir(folder, { recursive: true });
  const rows = join(folder, `rows.${request.format}`);
  if (request.query) {
    const { tenantId } = row;
    const order = { tenantId, query: request.query };
    const { text } = await readLedgerRows(deps.ledger, order, stopped);
    await writeDurably(rows, text);
  } else if (row.datasetSha256 !== null && !(await fileExists(rows))) {
    await link(deps.datasets.pathOf(row.datasetSha256), rows);
  }
  await writeDurably(scoringFilePath(folder), JSON.stringify(jobOf(deps, row, request)));
}

function jobOf({ ledger, artifacts }: Deps, row: ScoringRow, request: ScoringRequest): ScoringJob {
  const version = readModelVersion(ledger, row.versionId);
  if (!version) throw new Error(`version ${row.versionId} is not in this ledger`);
  const commonFields = {
    version: createScoredVersion(version, artifacts),
    rowsFormat: request.format,
  };
  if (request.kind === 'batch') {
    return { ...commonFields, kind: 'batch', idField: request.idField };
  }
  const champion =
    row.championVersionId === null ? null : readModelVersion(ledger, row.championVersionId);
  const { data } = JSON.parse(version.card) as { readonly data?: { readonly sha256?: unknown } };
  const { labelField, segmentField, fairness = null, thresholds, costs, query = null } = request;
  return {
    ...commonFields,
    kind: 'evaluation',
    champion: champion && createScoredVersion(champion, artifacts),
    labelField,
    segmentField,
    fairness,
    thresholds,
    costs,
    learntFrom: typeof data?.sha256 === 'string' ? [data.sha256] : [],
    overlaps: query !== null && hasLearntFrom(ledger, version.id, query),
  };
}

/** True when the version was trained on payments of a period that overlaps with the query. */
function hasLearntFrom(ledger: Ledger, versionId: string, query: LedgerQuery): boolean {
  const text = readTrainingRequest(ledger, versionId);
  const learnt = text === null ? undefined : (JSON.parse(text) as TrainingRequest).query;
  if (!learnt) return false;
  const endOf = ({ to, asOf }: LedgerQuery) => Math.min(to ?? asOf, asOf);
  const from = Math.max(learnt.from ?? 0, query.from ?? 0);
  return from < Math.min(endOf(learnt), endOf(query));
}

type Step = ScoringStep;

/**
 * @throws Error when the process dies or the worker stops; the next attempt starts from the
 *   beginning
 */
async function runScorer(
  folder: string,
  stopped: AbortSignal,
  onStep: (step: Step) => Promise<unknown>,
): Promise<ScoringEnd> {
  stopped.throwIfAborted();
  let latest: Extract<ScorerMessage, { kind: 'progress' }> | null = null;
  const scorer = startScorer(folder, (message) => {
    latest = message;
  });
  stopped.addEventListener('abort', scorer.kill, { once: true });
  // A poll that fails is an outage of the ledger: the next poll reports the step.
  const poll = async () => {
    const lastStep = latest;
    latest = null;
    if (lastStep)
      await onStep({ stage: lastStep.stage, rowsDone: lastStep.done, rowsAll: lastStep.all });
  };
  const pollTimer = setInterval(() => void poll().catch(() => {}), POLL_EVERY_MS);
  try {
    return await scorer.end;
  } finally {
    clearInterval(pollTimer);
    stopped.removeEventListener('abort', scorer.kill);
  }
}
