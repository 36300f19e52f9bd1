// The entries of text models and written rules in model-performance: whether each is in use, and
// the measurements of each head. The correct answers to live requests are not recorded, so there
// are no live figures.

import { UNKNOWN_REASONS } from '../../ai/serving/performance/unknown-figures.ts';
import type { EngineVersionRow } from '../../db/inventory/engine-reads.ts';
import type { TextModelCard } from '../../models/text-session.ts';
import { listCallingOperations } from './calling-operations.ts';
import type { ModelPerformance } from './performance-read.ts';
import { measurementView } from './text-performance.ts';

/** The head of intent-parsing that answers requests. */
const SERVING_HEAD = 'intent';

/** @param card the card of the model that reads messages; null when its file cannot be read */
export function buildEngineFigures(
  versions: readonly EngineVersionRow[],
  card: TextModelCard | null,
): ModelPerformance[] {
  return versions.map((version) => {
    const { modelId, versionId, name, label, task, artifactSha256 } = version;
    const askedBy = listCallingOperations(task, 'production');
    const isCard = card?.name === name && card.artifact.sha256 === artifactSha256;
    const heads = isCard ? { heads: headsOf(card, askedBy) } : {};
    const figures = isCard ? card.stated : null;
    const unknown = [
      ...(figures ? [] : [{ field: 'statedAccuracy', ...UNKNOWN_REASONS.stated }]),
      ...(isCard ? [] : [{ field: 'measured', ...UNKNOWN_REASONS.notMeasuredHere }]),
      ...['live', 'drift', 'fairness'].map((field) => ({
        field,
        ...UNKNOWN_REASONS.notHeldAgainst,
      })),
    ];
    return {
      ...{ modelId, versionId, name, version: label, task, artifactSha256, askedBy, ...heads },
      stage: 'production' as const,
      waivers: [],
      owner: 'platform' as const,
      statedAccuracy: figures?.accuracy ?? null,
      statedBy: figures?.by ?? null,
      ...{ measured: null, live: null, latency: null, drift: null, calibration: null, loans: null },
      ...{
        driftHistory: [],
        shadow: [],
        alarms: [],
        fairness: null,
        fairnessHistory: [],
        lastTrainedAt: null,
      },
      dataset: null,
      unknown,
    };
  });
}

function headsOf({ heads, measured }: TextModelCard, askedBy: readonly string[]) {
  return heads.map(({ name: head }) => ({
    head,
    askedBy: head === SERVING_HEAD ? [...askedBy] : [],
    statedAccuracy: null,
    measured: measured.filter((row) => row.head === head).map(measurementView),
  }));
}
