// Compares the answers of shadow versions with those of the deciding version, on the same
// decisions.

import type { Ledger } from '../../../db/ledger.ts';
import { readModelVersion } from '../../../db/models/reads.ts';
import {
  listShadows,
  type ShadowRow,
  type ShadowScore,
  shadowScores,
} from '../../../db/models/shadows.ts';
import type { ModelVersionView } from '../../../db/models/view.ts';
import { type DeploymentStatus, isLiveTask } from '../../../ledger/models/deployment.ts';
import type { Thresholds } from '../../../models/serving.ts';
import { getThresholds } from '../finder.ts';
import { computePercentiles, type Latency } from './live-figures.ts';

/** Share of decisions with both scores on the same side of their thresholds. */
interface Agreement {
  readonly at: keyof Thresholds;
  readonly champion: number;
  readonly challenger: number;
  readonly agreement: number;
}

export interface ShadowFigures {
  readonly deploymentId: string;
  readonly versionId: string;
  readonly name: string;
  readonly version: string;
  /** Status of the deployment. */
  readonly status: DeploymentStatus;
  /** Decisions that it was asked to score. */
  readonly samples: number;
  /** Number of these without its score. */
  readonly errors: number;
  /** Mean difference from the other's score; null when no decision has both. */
  readonly meanDifference: number | null;
  readonly meanAbsoluteDifference: number | null;
  readonly agreement: Agreement[];
  readonly latency: Latency | null;
}

export type Shadows = ReadonlyMap<string, readonly ShadowFigures[]>;

/** Groups the figures by deciding version. */
export function shadowsOf(
  ledger: Ledger,
  tenantId: string,
  versions: readonly ModelVersionView[],
): Shadows {
  const byChampion = new Map<string, ShadowFigures[]>();
  for (const row of listShadows(ledger.database, tenantId)) {
    const champion = versions.find(({ id }) => id === row.championVersionId);
    const figures = champion && computeFigures(ledger, row, champion);
    if (!figures) continue;
    const existing = byChampion.get(row.championVersionId) ?? [];
    byChampion.set(row.championVersionId, [...existing, figures]);
  }
  return byChampion;
}

function computeFigures(
  ledger: Ledger,
  row: ShadowRow,
  champion: ModelVersionView,
): ShadowFigures | null {
  const challenger = readModelVersion(ledger, row.versionId);
  if (!challenger || !isLiveTask(challenger.task)) return null;
  const { id: deploymentId, versionId, label: version, status } = row;
  const { name, task, artifactSha256 } = challenger;
  const scores = shadowScores(ledger.database, deploymentId);
  const thresholds = {
    champion: getThresholds(task, champion.artifact.sha256, champion.card),
    challenger: getThresholds(task, artifactSha256, JSON.parse(challenger.card)),
  };
  return {
    ...{ deploymentId, versionId, name, version, status },
    samples: scores.length,
    errors: scores.filter(({ challenger }) => challenger === null).length,
    ...compareScores(scores, thresholds),
    latency: computePercentiles(scores.flatMap(({ latencyMicros }) => latencyMicros ?? [])),
  };
}

const THRESHOLD_NAMES = ['review', 'block', 'decline'] as const;

interface BothScores {
  readonly champion: number;
  readonly challenger: number;
}

/** Compares scores over decisions with both. */
export function compareScores(
  scores: readonly Pick<ShadowScore, 'champion' | 'challenger'>[],
  thresholds: { readonly champion: Thresholds; readonly challenger: Thresholds },
): Pick<ShadowFigures, 'meanDifference' | 'meanAbsoluteDifference' | 'agreement'> {
  const scoredByBoth = scores.filter(
    (score): score is BothScores => score.champion !== null && score.challenger !== null,
  );
  if (scoredByBoth.length === 0)
    return { meanDifference: null, meanAbsoluteDifference: null, agreement: [] };
  const mean = (readValue: (pair: BothScores) => number) =>
    scoredByBoth.reduce((sum, pair) => sum + readValue(pair), 0) / scoredByBoth.length;
  return {
    meanDifference: mean(({ champion, challenger }) => challenger - champion),
    meanAbsoluteDifference: mean(({ champion, challenger }) => Math.abs(challenger - champion)),
    agreement: THRESHOLD_NAMES.flatMap((place) => {
      const [champion, challenger] = [thresholds.champion[place], thresholds.challenger[place]];
      if (champion === null || challenger === null) return [];
      const isSame = (pair: BothScores) =>
        pair.champion >= champion === pair.challenger >= challenger;
      return [{ at: place, champion, challenger, agreement: mean((pair) => Number(isSame(pair))) }];
    }),
  };
}
