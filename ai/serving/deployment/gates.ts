// The gates before a version may influence a decision, in order. A refusal ends the sequence; a
// gate that cannot be measured is `not_run`, never passed.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelVersionRow } from '../../../db/models/view.ts';
import {
  type Gate,
  GRAVE_FINDINGS,
  type GraveFinding,
  isLiveTask,
  listUnwaivedFindings,
  type PromotionRule,
  type Waiver,
} from '../../../ledger/models/deployment.ts';
import { ArtifactMismatch, type FileStore } from '../../../models/artifact-store.ts';
import { ModelKilled } from '../../../models/confined/supervise-scoring.ts';
import type { WrongWaySteps } from '../../../models/evaluate/wrong-way.ts';
import { type CheckedModel, checkModel } from '../../../models/gate/check-model.ts';
import {
  completeFeature,
  type Declaration,
  type DeclaredFeature,
  type GoldenRow,
} from '../../../models/gate/declaration.ts';
import { ModelRefusal } from '../../../models/gate/refusal.ts';
import { type DataFinding, listAreaFindings } from '../../../models/learn/train/leakage.ts';
import { NoProbability } from '../../../models/session-pool.ts';
import type { RecordedFairness } from '../evaluation/groups.ts';
import type { MeasuredArea, Quality } from '../evaluation/quality.ts';

export interface GateDeps {
  readonly artifacts: FileStore;
  readonly promoteIf: PromotionRule | null;
  /** False for a shadow, which is not promoted while findings against it are open. */
  readonly decidesAtOnce: boolean;
  readonly waivers: readonly Waiver[];
  /** Area under ROC of its newest evaluation; null without one. */
  readonly measured: MeasuredArea | null;
  /** Null when it decides nothing. */
  readonly countWrongWay: () => Promise<WrongWaySteps | null>;
  /** Comparison with the deciding version, or null when no evaluation has one. */
  readonly quality: Quality | null;
  /** Fairness between groups that its owner has named, newest first. */
  readonly fairness: readonly RecordedFairness[];
}

/** Maximum milliseconds at p99 for one row. */
const MAX_P99_MS = 2;
const MAX_ATTEMPTS = 5;

/** Findings of earlier gates, for later ones. */
interface EarlierFindings {
  checked?: CheckedModel;
}

type Check = (
  version: ModelVersionRow,
  deps: GateDeps,
  findings: EarlierFindings,
) => Gate | Promise<Gate>;

/** Runs the gates for a version. */
export async function runGates(version: ModelVersionRow, deps: GateDeps): Promise<Gate[]> {
  const gates: Gate[] = [];
  const findings: EarlierFindings = {};
  for (const [name, check] of Object.entries(CHECKS)) {
    // Waivable findings do not end the sequence, so that a person sees all of them together.
    const failed = gates.some(({ passed, findings }) => passed === false && !findings);
    const gate = failed
      ? makeNotRunGate('An earlier gate did not pass.')
      : await check(version, deps, findings);
    gates.push({ ...gate, name });
  }
  return gates;
}

const CHECKS: Readonly<Record<string, Check>> = {
  approved_version: ({ approvalStatus }) => ({
    ...makeGate('approved', approvalStatus, approvalStatus === 'approved'),
    detail: null,
  }),

  async artifact_hash(version, { artifacts }) {
    const { artifactSha256 } = version;
    const card = JSON.parse(version.card) as ReadCard;
    const expectedSha256 = card.artifact?.sha256 ?? artifactSha256;
    try {
      await artifacts.verify(artifactSha256);
    } catch (error) {
      if (!(error instanceof ArtifactMismatch)) throw error;
      return {
        ...makeGate(artifactSha256, null, false),
        detail: 'The file is missing or has changed.',
      };
    }
    return makeGate(expectedSha256, artifactSha256, expectedSha256 === artifactSha256);
  },

  checks_at_upload({ checks }) {
    const { signature, probe } = JSON.parse(checks) as Partial<CheckedModel>;
    const isRecorded = signature !== undefined && probe !== undefined;
    return makeGate('recorded', isRecorded ? 'recorded' : 'missing', isRecorded);
  },

  async self_check({ card, tenantId, artifactSha256: sha256 }, { artifacts }, outcome) {
    const file = { path: artifacts.pathOf(sha256), owner: tenantId, sha256 };
    try {
      outcome.checked = await retryCheck(() => checkModel(file, readDeclaration(card)));
      return makeGate('passed', 'passed', true);
    } catch (error) {
      if (!(error instanceof ModelRefusal)) throw error;
      return { ...makeGate('passed', error.code, false), detail: error.message };
    }
  },

  latency_p99_ms(_version, _deps, { checked }) {
    const value = checked?.probe.p99Ms ?? Number.POSITIVE_INFINITY;
    return makeGate(MAX_P99_MS, Math.round(value * 1000) / 1000, value <= MAX_P99_MS);
  },

  training_findings(version, deps) {
    const { card, source } = version;
    const { measured, quality } = deps;
    if (source === 'upload' && !measured) return makeNotRunGate(UPLOADED_UNKNOWN);
    const { data } = JSON.parse(card) as ReadCard;
    // An uploaded card contains only its author's statements.
    const earlier = source === 'upload' ? [] : (data?.findings ?? []);
    const allFindings = [
      ...earlier,
      ...(measured ? listAreaFindings(measured, measured.evaluationId) : []),
    ];
    const grave = allFindings.filter(({ code }) => {
      // The comparison with the deciding version uses an evaluation, which the next gate reads.
      return isGrave(code) && !(quality && code === 'champion_better');
    });
    if (grave.length === 0) return makeGate('none', 'none', true);
    const findings = [...new Set(grave.map(({ code }) => code as GraveFinding))];
    const detail = grave.map(({ message }) => `${message}.`).join(' ');
    return refuseOrWarn(version, deps, {
      ...makeGate('none', findings.join(', '), null),
      ...{ detail, findings },
    });
  },

  async wrong_way_steps(_version, { countWrongWay }) {
    const wrongWay = await countWrongWay().catch((error: unknown) => {
      if (error instanceof ModelKilled || error instanceof NoProbability) return error;
      throw error;
    });
    if (!wrongWay) return makeNotRunGate(NO_DIRECTIONS);
    if (wrongWay instanceof Error) return { ...makeGate(0, null, false), detail: wrongWay.message };
    const { share, steps, wrong, byStep } = wrongWay;
    const names = Object.entries(byStep).map(([name, count]) => `${name} ${count}`);
    const nameList = names.length === 0 ? '' : ` (${names.join(', ')})`;
    const detail = `${wrong} of ${steps} favourable steps raise the risk${nameList}.`;
    const value = Math.round(share * 10_000) / 10_000;
    if (wrong === 0) return { ...makeGate(0, value, true), detail };
    return { ...makeGate(0, value, null), detail, warning: true };
  },

  quality_against_champion(version, deps) {
    const { promoteIf, quality } = deps;
    const minDelta = promoteIf?.minAucDelta;
    if (!quality) {
      if (minDelta === undefined) return makeNotRunGate(NO_RECORD);
      return {
        ...makeGate(minDelta, null, false),
        detail: `minAucDelta was asked for. ${NO_RECORD}`,
      };
    }
    const { difference } = quality;
    const detail = describeQuality(quality);
    if (minDelta !== undefined && difference < minDelta)
      return { ...makeGate(minDelta, difference, false), detail };
    if (quality.verdict === 'worse') {
      const gate = { ...makeGate(minDelta ?? 0, difference, null), detail };
      return refuseOrWarn(version, deps, { ...gate, findings: ['champion_better'] });
    }
    if (minDelta !== undefined || difference >= 0)
      return { ...makeGate(minDelta ?? 0, difference, true), detail };
    return { ...makeGate(0, difference, null), detail, warning: true };
  },

  fairness(_version, { fairness }) {
    const ratios = fairness.flatMap(({ evaluationId, groupField, referenceGroup, groups }) =>
      groups.flatMap(({ group, impactRatio, fourFifths }) => {
        const words = `${evaluationId}: ${group} beside ${referenceGroup} by ${groupField}`;
        return impactRatio ? [{ words, ...impactRatio, fourFifths }] : [];
      }),
    );
    // Uses the worst record, because a later one about other groups does not replace earlier ones.
    const [worst] = ratios.toSorted((a, b) => a.value - b.value);
    if (!worst) return makeNotRunGate(NO_GROUPS);
    const isFair = ratios.every(({ fourFifths }) => fourFifths === 'above');
    const detail = `${worst.words}, impact ratio ${worst.low} to ${worst.high}.`;
    // A person decides, considering chance and the legal notion of business necessity.
    if (isFair) return { ...makeGate(FOUR_FIFTHS, worst.value, true), detail };
    return { ...makeGate(FOUR_FIFTHS, worst.value, null), detail, warning: true };
  },
};

function isGrave(code: string): code is GraveFinding {
  return (GRAVE_FINDINGS as readonly string[]).includes(code);
}

/**
 * Returns a refusal when the version would decide at once without a waiver; otherwise a warning.
 */
export function refuseOrWarn(
  { id, task }: Pick<ModelVersionRow, 'id' | 'task'>,
  { decidesAtOnce, waivers }: Pick<GateDeps, 'decidesAtOnce' | 'waivers'>,
  gate: Gate,
): Gate {
  const unwaived = listUnwaivedFindings([gate], waivers);
  if (!decidesAtOnce || unwaived.length === 0) return { ...gate, passed: null, warning: true };
  const remedy = isLiveTask(task) ? 'Deploy it as a shadow, or ask' : 'Ask';
  const remedyText = `${remedy} an operator for a waiver: POST /v1/ops/models/${id}/waiver.`;
  return { ...gate, passed: false, detail: `${gate.detail} ${remedyText}` };
}

const UPLOADED_UNKNOWN =
  'It was brought: what its training found is not known here. An evaluation measures it: POST ' +
  '…/versions/{v}/evaluations.';

const FOUR_FIFTHS = 0.8;

const NO_GROUPS =
  'The bank knows no groups of its customers, and no evaluation of the version names any: ' +
  '`fairness` of POST …/versions/{v}/evaluations.';

const NO_DIRECTIONS =
  'Models of this task decide nothing: no direction of theirs is anybody’s favour.';

const NO_RECORD =
  'No evaluation compares it with the version that decides now: POST …/versions/{v}/evaluations.';

function describeQuality({
  evaluationId,
  champion,
  low,
  high,
  pValue,
  rows,
  verdict,
}: Quality): string {
  const word = { better: 'better', worse: 'worse', no_difference: 'not clearly different' };
  return (
    `${evaluationId}: ${word[verdict]} than ${champion} on ${rows} rows, difference of the areas ` +
    `under ROC ${low} to ${high}, p ${formatChance(pValue)}.`
  );
}

/** Formats a probability, which is never shown as 0 but as below the smallest figure. */
function formatChance(pValue: number): string {
  return pValue < 0.0001 ? '< 0.0001' : `= ${Math.round(pValue * 10_000) / 10_000}`;
}

/** Repeats a check that is too slow, because the machine may be busy. */
async function retryCheck<T>(check: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await check();
    } catch (error) {
      const isSlow = error instanceof ModelRefusal && error.code === 'model_too_slow';
      if (!isSlow || attempt === MAX_ATTEMPTS) throw error;
      await sleep(attempt * 1_000);
    }
  }
}

function makeGate(threshold: Gate['threshold'], value: Gate['value'], passed: boolean | null) {
  return { name: '', threshold, value, passed, detail: null };
}

function makeNotRunGate(detail: string): Gate {
  return { name: '', threshold: null, value: null, passed: null, detail };
}

/** The fields that a registered card may have. */
interface ReadCard {
  readonly features: readonly (Partial<DeclaredFeature> & { readonly name: string })[];
  readonly golden?: readonly GoldenRow[];
  readonly artifact?: { readonly sha256?: string };
  readonly data?: { readonly findings?: readonly DataFinding[] };
}

function readDeclaration(card: string): Declaration {
  const { features, golden = [] } = JSON.parse(card) as ReadCard;
  const declared = features.map(completeFeature);
  return {
    features: declared,
    golden: golden.map(({ features: row, probability }) => ({ features: row, probability })),
  };
}
