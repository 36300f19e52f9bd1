// Explanations in memory, by version. They are built before a version decides, so that the first
// reason is as quick as later ones; the number in memory is bounded.

import { type Artifact, readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../artifact.ts';
import type { ArtifactStore } from '../artifact-store.ts';
import { readEncoding } from '../learn/export/encoding.ts';
import { readLinear } from '../learn/export/linear.ts';
import type { ScoredModel, SessionPool } from '../session-pool.ts';
import { openForest, readTrainedForest } from './explaining-thread.ts';
import {
  addEncoding,
  type Explanation,
  explainBySampling,
  explainForest,
  explainLinear,
  explainOpenForest,
  explainOpenLines,
} from './explanation.ts';
import { readOpenLines } from './open-linear.ts';

/** Facts of a registered version. */
export interface ExplainedVersion {
  readonly versionId: string;
  readonly name: string;
  readonly label: string;
  /** Source of the file: statements of a card about trees are trusted only from our own trainer. */
  readonly source: 'platform' | 'training' | 'upload';
  readonly card: ExplainedCard;
  readonly scored: ScoredModel;
}

interface ExplainedCard {
  readonly learner?: { readonly kind: 'boosted-trees' | 'logistic' };
  readonly covers?: { readonly sha256: string } | null;
  readonly background?: readonly (readonly (number | null)[])[];
}

export interface Explainers {
  /** Returns the explanation if it is in memory. */
  ready(versionId: string): Explanation | null;
  /**
   * Resolves to null when no exact explanation exists. Never rejects; a missing file is tried
   * again.
   * @param pool asks a file whose content cannot be read
   */
  load(version: ExplainedVersion, pool: SessionPool): Promise<Explanation | null>;
}

interface Deps {
  readonly artifacts: ArtifactStore;
  /** Covers of the trees that were trained here, by the hash on the card. */
  readonly covers: ArtifactStore;
}

/** Most explanations in memory: the tables of a usual forest take some megabytes. */
const MAX_CACHED = 16;

export function createExplainers(deps: Deps): Explainers {
  const loading = new Map<string, Promise<Explanation | null>>();
  const readyExplanations = new Map<string, Explanation>();

  function cacheExplanation(versionId: string, explanation: Explanation): void {
    // A map keeps the order of insertion: a used entry moves to its end.
    readyExplanations.delete(versionId);
    readyExplanations.set(versionId, explanation);
    const [oldest] = readyExplanations.keys();
    if (readyExplanations.size > MAX_CACHED && oldest !== undefined)
      readyExplanations.delete(oldest);
  }

  async function makeAndKeep(
    version: ExplainedVersion,
    pool: SessionPool,
  ): Promise<Explanation | null> {
    try {
      const explanation = await makeExplanation({ ...deps, pool }, version);
      if (explanation) cacheExplanation(version.versionId, explanation);
      return explanation;
    } catch {
      return null;
    } finally {
      loading.delete(version.versionId);
    }
  }

  return {
    ready: (versionId) => readyExplanations.get(versionId) ?? null,
    async load(version, pool) {
      const { versionId } = version;
      const explainer = readyExplanations.get(versionId);
      if (explainer) {
        cacheExplanation(versionId, explainer);
        return explainer;
      }
      const loadingExplainer = loading.get(versionId) ?? makeAndKeep(version, pool);
      if (!readyExplanations.has(versionId)) loading.set(versionId, loadingExplainer);
      return loadingExplainer;
    },
  };
}

async function makeExplanation(
  deps: Deps & { readonly pool: SessionPool },
  version: ExplainedVersion,
): Promise<Explanation | null> {
  const { source, name, label, card, scored } = version;
  if (source === 'upload') return explainUploaded(deps, version);
  if (source === 'platform') {
    // Null when the file that is shipped now is not the one that was registered.
    const artifact = readArtifact(SHIPPED_FOLDER, name, label);
    const canExplain = artifact.card.artifact.sha256 === scored.sha256 && artifact.covers;
    return canExplain ? explainShipped(artifact) : null;
  }
  const file = await deps.artifacts.get(scored.sha256);
  if (card.learner?.kind === 'logistic') {
    return addEncoding(explainLinear(readLinear(file)), readEncoding(file));
  }
  if (!card.covers) return null;
  const covers = (await deps.covers.get(card.covers.sha256)).toString('utf8');
  const order = { file, columns: scored.columns, covers };
  const { forest, encoding } = await readTrainedForest(order, scored.foreign?.tenantId ?? null);
  return addEncoding(await explainForest(forest), encoding);
}

/** Explanations of shipped files by their hash: all banks of a process read the same files. */
const shipped = new Map<string, Promise<Explanation>>();

function explainShipped(artifact: Artifact): Promise<Explanation> {
  const { sha256 } = artifact.card.artifact;
  const explanation = shipped.get(sha256) ?? explainForest(readArtifactForest(artifact));
  shipped.set(sha256, explanation);
  return explanation;
}

async function explainUploaded(
  { artifacts, pool }: Deps & { readonly pool: SessionPool },
  { card, scored }: ExplainedVersion,
) {
  const { background = [] } = card;
  if (background.length === 0) return null;
  const file = await artifacts.get(scored.sha256);
  const { columns, signature } = scored;
  const rows = background.map((row) => Float32Array.from(row, (value) => value ?? Number.NaN));
  const probabilities = await pool.score(scored, rows);
  const order = { file, columns, input: signature.input, background: rows };
  const forest = await openForest(order, scored.foreign?.tenantId ?? null);
  const exactExplanation =
    (forest && explainOpenForest(forest, probabilities)) ??
    explainOpenLines(readOpenLines(file, columns, signature.input), rows, probabilities);
  const score = (arrays: readonly Float32Array[]) => pool.score(scored, arrays);
  return exactExplanation ?? explainBySampling({ score, background: rows, probabilities });
}
