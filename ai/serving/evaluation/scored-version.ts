// A registered version as the process that scores needs it.

import type { ModelVersionRow } from '../../../db/models/view.ts';
import { isLiveTask } from '../../../ledger/models/deployment.ts';
import type { FileStore } from '../../../models/artifact-store.ts';
import type { ScoredVersion } from '../../../models/evaluate/job.ts';
import { type DeclaredFeature, declaredFeature } from '../../../models/gate/declaration.ts';
import type { Inspection } from '../../../models/gate/inspect.ts';
import { foreignOf, thresholdsFor } from '../finder.ts';

interface ReadCard {
  readonly features: readonly (Partial<DeclaredFeature> & { readonly name: string })[];
  readonly threshold?: number;
  readonly measured?: { readonly threshold?: number };
}

/** The gate's findings; versions older than the cost computation lack the cost of a row. */
type Checks = Pick<Inspection, 'signature'> & Partial<Pick<Inspection, 'perRow'>>;

const USUAL_THRESHOLD = 0.5;

export function scoredVersion(row: ModelVersionRow, artifacts: FileStore): ScoredVersion {
  const card = JSON.parse(row.card) as ReadCard;
  const { signature, perRow } = JSON.parse(row.checks) as Checks;
  return {
    versionId: row.id,
    name: row.name,
    label: row.label,
    file: artifacts.pathOf(row.artifactSha256),
    sha256: row.artifactSha256,
    signature,
    isForeign: foreignOf(row) !== null,
    ...(perRow ? { rowBytes: perRow.bytes } : {}),
    features: card.features.map(declaredFeature),
    threshold: thresholdInUse(row, card),
  };
}

/** From which probability on the version flags a row. */
function thresholdInUse({ task, artifactSha256 }: ModelVersionRow, card: ReadCard): number {
  if (isLiveTask(task)) return thresholdsFor(task, artifactSha256, card).review;
  return card.threshold ?? card.measured?.threshold ?? USUAL_THRESHOLD;
}
