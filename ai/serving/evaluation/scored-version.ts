// Converts a registered version for the scoring process.

import type { ModelVersionRow } from '../../../db/models/view.ts';
import { isLiveTask } from '../../../ledger/models/deployment.ts';
import type { FileStore } from '../../../models/artifact-store.ts';
import type { ScoredVersion } from '../../../models/evaluate/job.ts';
import { completeFeature, type DeclaredFeature } from '../../../models/gate/declaration.ts';
import type { Inspection } from '../../../models/gate/inspect.ts';
import { findOwner, getThresholds } from '../finder.ts';

interface ReadCard {
  readonly features: readonly (Partial<DeclaredFeature> & { readonly name: string })[];
  readonly threshold?: number;
  readonly measured?: { readonly threshold?: number };
}

/** The gate's findings. */
type Checks = Pick<Inspection, 'signature' | 'perRow'>;

const USUAL_THRESHOLD = 0.5;

export function createScoredVersion(row: ModelVersionRow, artifacts: FileStore): ScoredVersion {
  const card = JSON.parse(row.card) as ReadCard;
  const { signature, perRow } = JSON.parse(row.checks) as Checks;
  return {
    versionId: row.id,
    name: row.name,
    label: row.label,
    file: artifacts.pathOf(row.artifactSha256),
    sha256: row.artifactSha256,
    signature,
    isForeign: findOwner(row) !== null,
    rowBytes: perRow.bytes,
    features: card.features.map(completeFeature),
    threshold: thresholdInUse(row, card),
  };
}

/** Returns the probability from which the version flags a row. */
function thresholdInUse({ task, artifactSha256 }: ModelVersionRow, card: ReadCard): number {
  if (isLiveTask(task)) return getThresholds(task, artifactSha256, card).review;
  return card.threshold ?? card.measured?.threshold ?? USUAL_THRESHOLD;
}
