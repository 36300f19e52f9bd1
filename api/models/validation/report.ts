// The content of a validation report about one version of a model, as blocks that both HTML and PDF
// print.

import type { RecordedFairness } from '../../../ai/serving/evaluation/groups.ts';
import type { LiveReviews } from '../../../ai/serving/performance/live-reviews.ts';
import type { DriftView } from '../../../db/drift/reads.ts';
import type { InventoryView } from '../../../db/inventory/view.ts';
import type { ModelVersionView, ModelView } from '../../../db/models/view.ts';
import type { evaluationView } from '../../../db/scorings/view.ts';
import type { VersionLineage } from '../../../db/trainings/lineage.ts';
import type { ModelCard } from '../../../models/card.ts';
import { PSI_BINS, PSI_DRIFT, PSI_REFERENCE } from '../../../models/distribution.ts';
import type { Figures } from '../../../models/evaluate/figures.ts';
import type { EvaluationReport } from '../../../models/evaluate/job.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';
import { describeFairness } from './fairness.ts';
import { describeInventory } from './inventory.ts';
import { formatDecimal, formatInterval, formatIntervalOrNone } from './numbers.ts';
import { type Bars, buildBars, buildPlots, type Plot, plotDrift } from './plots.ts';

/** A part of a report. Texts are plain; the printers escape them. */
export type Block =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'plots'; readonly plots: readonly Plot[] }
  | { readonly kind: 'bars'; readonly bars: Bars };

export interface ValidationReport {
  readonly title: string;
  /** Time of the newest record in the report, ISO 8601. */
  readonly asOf: string;
  readonly blocks: readonly Block[];
}

/** The sources of a report. */
export interface ValidationSources {
  readonly model: ModelView;
  readonly version: ModelVersionView;
  /** The training data; null when the version was not trained by the bank. */
  readonly lineage: VersionLineage | null;
  /** The model's file in the inventory. */
  readonly file: InventoryView | null;
  /** False when the reader may not see the findings about a model of the bank. */
  readonly showsFindings: boolean;
  /** The evaluation that the report shows; null when the version was not evaluated. */
  readonly evaluation: ReturnType<typeof evaluationView> | null;
  /** The evaluations of groups, the newest first. */
  readonly fairness: readonly RecordedFairness[];
  /** Daily drift measurements, the newest first. */
  readonly drift: readonly DriftView[];
  /** Figures of reviews; null when the model does not judge payments. */
  readonly live: LiveReviews | null;
}

const MAX_FEATURES = 40;
const MAX_SEGMENTS = 50;

/** Builds the report from its sources, without further computation. */
export function buildValidationReport(sources: ValidationSources): ValidationReport {
  const { version, evaluation, drift, file } = sources;
  const report = (evaluation?.report ?? null) as EvaluationReport | null;
  const findingTimes =
    file?.findings.flatMap(({ openedAt, closedAt }) => [openedAt, closedAt]) ?? [];
  const entered = [file?.entry?.enteredAt, file?.validations[0]?.validatedAt];
  const recordTimes = [version.updatedAt, evaluation?.completedAt, drift[0]?.createdAt];
  const times = [...recordTimes, ...entered, ...findingTimes];
  return {
    title: `Validation report: ${version.name} ${version.modelVersion}`,
    asOf:
      times
        .filter((time) => typeof time === 'string')
        .sort()
        .at(-1) ?? version.createdAt,
    blocks: [
      ...describeIdentity(sources),
      ...describePurpose(version),
      ...describeInventory(file, { versionId: version.id, showsFindings: sources.showsFindings }),
      ...describeApproval(version),
      ...(report ? describeMeasurement(report, sources) : describeMissingMeasurement()),
      ...describeDirections(version),
      ...describeAttribution(version, report),
      ...describeDrift(drift),
      ...describeReviews(sources.live),
      ...describeChecks(version),
    ],
  };
}

const heading = (text: string): Block => ({ kind: 'heading', text });
const text = (words: string): Block => ({ kind: 'text', text: words });

function describeTrainingRows(lineage: VersionLineage | null): string {
  if (!lineage)
    return 'not_run: the version was uploaded or comes with the bank; its card states the known data';
  const { sha256, source, status, datasetId } = lineage.dataset;
  const fileState = status === 'kept' ? `kept as ${datasetId}` : 'gone';
  return `${source}, sha256 ${sha256 ?? 'unknown'}: ${fileState} (${lineage.jobId})`;
}

function describeIdentity({ model, version, evaluation, lineage }: ValidationSources): Block[] {
  const facts: [string, string][] = [
    ['Model', `${model.name} (${model.id})`],
    ['Version', `${version.modelVersion} (${version.id})`],
    ['Owner', model.owner === 'platform' ? 'the bank' : 'the developer'],
    ['Task', version.task],
    ['Stage', version.stage],
    ['Source', version.source],
    ['Artifact', `sha256 ${version.artifact.sha256}, ${version.artifact.bytes} bytes`],
    ['Registered', version.createdAt],
    ['May be deployed until', version.expiresAt ?? 'it is archived'],
    ['Learnt from', describeTrainingRows(lineage)],
    ['Evaluation', evaluation ? evaluation.id : 'not_run'],
  ];
  return [heading('The version'), { kind: 'facts', facts }];
}

function describePurpose({ card }: ModelVersionView): Block[] {
  const rows = [
    ['Predicts', textIn(card, 'predicts')],
    ['Intended for', textIn(card, 'intendedFor')],
    ['Title', textIn(card, 'title')],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  const limits = [...listIn(card, 'notFor'), ...listIn(card, 'limits')];
  return [
    heading('Purpose and limits, in the words of its card'),
    rows.length > 0
      ? { kind: 'facts', facts: rows }
      : text('The card does not state the purpose of the model.'),
    limits.length > 0
      ? { kind: 'list', items: limits }
      : text('The card names no limit and nothing that the model is not for.'),
  ];
}

function describeApproval({ approvalStatus, approval, waivers }: ModelVersionView): Block[] {
  const facts: [string, string][] = [['Approval', approvalStatus]];
  if (approval) facts.push(['Approved or refused by', approval.by], ['Reason', approval.reason]);
  for (const { finding, at, by, reason } of waivers) {
    facts.push([`Waived: ${finding}`, `by ${by}, ${at}: ${reason}`]);
  }
  return [heading('Approval'), { kind: 'facts', facts }];
}

/** Describes whether a change in the customer's favour can worsen the score. */
function describeDirections({ card, source }: ModelVersionView): Block[] {
  const title = heading('Directions');
  const { features, wrongWaySteps: stepCount } = card as Partial<ModelCard>;
  const directedFeatures = (features ?? []).filter(({ monotone = 0 }) => monotone !== 0);
  const names = directedFeatures.map(
    ({ name, monotone }) => `${name} (${monotone > 0 ? 'up' : 'down'})`,
  );
  const words =
    names.length === 0
      ? 'No feature of it has a direction: the risk may go either way as one of them grows.'
      : `The risk goes one way only as these features grow: ${names.join(', ')}.`;
  if (!stepCount || source === 'upload') return [title, text(words), text(NO_GATE)];
  const { rows, steps, wrong } = stepCount;
  const stepText = `${wrong} of ${steps} favourable steps raise the risk`;
  return [
    title,
    text(words),
    { kind: 'facts', facts: [['Wrong-way steps', `${stepText} (${rows} rows)`]] },
  ];
}

const NO_GATE =
  'not_run: the card does not count favourable changes that make the score worse. The gate `wrong_way_steps` of a deployment ' +
  'counts them for models of payments and of credit.';

function describeMissingMeasurement(): Block[] {
  const words =
    'not_run: this version is not measured on labelled rows. POST …/evaluations does, and ' +
    'the next report has its figures and curves.';
  return [heading('Performance'), text(words)];
}

function describeMeasurement(
  report: EvaluationReport,
  { evaluation, fairness }: Pick<ValidationSources, 'evaluation' | 'fairness'>,
): Block[] {
  const otherMeasurements = fairness.filter(({ evaluationId }) => evaluationId !== evaluation?.id);
  const { figures, comparison, rows, positives, rowsSha256, costs, intervals, findings } = report;
  const championFigures = comparison?.figures ?? null;
  const name = comparison ? `${comparison.name} ${comparison.version}` : null;
  return [
    heading('Performance on labelled rows'),
    {
      kind: 'facts',
      facts: [
        ['Rows', `${rows}, of which ${positives} are events (sha256 ${rowsSha256})`],
        ['Measured', evaluation?.completedAt ?? ''],
        ['Intervals', intervals],
        ['Costs', `false positive ${costs.falsePositive}, false negative ${costs.falseNegative}`],
      ],
    },
    {
      kind: 'table',
      columns: ['Figure', 'This version', ...(name === null ? [] : [`Champion ${name}`])],
      rows: MEASURES.map(([label, readValue]) => [
        label,
        formatInterval(readValue(figures)),
        ...(championFigures ? [formatInterval(readValue(championFigures))] : []),
      ]),
    },
    text(describeComparison(comparison)),
    { kind: 'plots', plots: buildPlots(figures, championFigures, name) },
    heading('At thresholds'),
    describeThresholds(figures),
    ...describeSegments(figures),
    ...describeFairness(report.fairness),
    ...describeOtherFairness(otherMeasurements),
    heading('Findings of the evaluation'),
    findings.length > 0
      ? { kind: 'list', items: findings.map(({ code, message }) => `${code}: ${message}`) }
      : text('None.'),
  ];
}

/**
 * Describes the other records, because a later record by other groups does not replace an earlier
 * one.
 */
function describeOtherFairness(records: readonly RecordedFairness[]): Block[] {
  return records.flatMap(({ evaluationId, measuredAt, ...fairness }) => [
    text(`Also measured: ${evaluationId}, ${measuredAt}.`),
    ...describeFairness(fairness).slice(1),
  ]);
}

const MEASURES: readonly (readonly [string, (figures: Figures) => Interval])[] = [
  ['Area under ROC', (figures) => figures.areaUnderRoc],
  ['Average precision', (figures) => figures.averagePrecision],
  ['Kolmogorov-Smirnov', (figures) => figures.kolmogorovSmirnov],
  ['Brier score', (figures) => figures.brierScore],
  ['Calibration error', (figures) => figures.calibrationError],
  ['Recall at 1 % false positives', (figures) => figures.recallAt1PercentFalsePositives],
  ['Accuracy at the threshold in use', (figures) => figures.accuracy],
];

function describeComparison(comparison: EvaluationReport['comparison']): string {
  if (!comparison) return 'not_run: no champion was measured on the same rows.';
  const { difference, z, pValue } = comparison.test;
  return (
    `DeLong on the same rows, version less champion: ${formatInterval(difference)}, ` +
    `z ${formatDecimal(z)}, p ${pValue < 0.0001 ? '< 0.0001' : formatDecimal(pValue)}. ` +
    `Verdict at 5 %: ${comparison.verdict}.`
  );
}

function describeThresholds({ thresholds: all, majorityAccuracy, cheapest }: Figures): Block {
  const rows = all.map((row) => [
    `${formatDecimal(row.threshold)}${row.inUse ? ' (in use)' : ''}`,
    formatIntervalOrNone(row.precision),
    formatIntervalOrNone(row.recall),
    formatIntervalOrNone(row.falsePositiveRate),
    formatIntervalOrNone(row.accuracy),
    formatDecimal(row.costPerRow),
  ]);
  const majorityRow = ['majority label always', '', '', '', formatDecimal(majorityAccuracy), ''];
  const thresholdText =
    cheapest.threshold === null
      ? 'flag nothing (cheapest)'
      : `${formatDecimal(cheapest.threshold)} (cheapest)`;
  const cheapestCells = [thresholdText, '', '', '', ''];
  return {
    kind: 'table',
    columns: ['Threshold', 'Precision', 'Recall', 'False positives', 'Accuracy', 'Cost per row'],
    rows: [...rows, [...cheapestCells, formatDecimal(cheapest.costPerRow)], majorityRow],
  };
}

function describeSegments({ segments: all }: Figures): Block[] {
  if (all.length === 0) return [];
  const rows = all
    .slice(0, MAX_SEGMENTS)
    .map((row) => [
      `${row.segment}${row.isSmall ? ' (small)' : ''}`,
      String(row.rows),
      String(row.positives),
      formatIntervalOrNone(row.areaUnderRoc),
      formatDecimal(row.meanProbability),
      formatIntervalOrNone(row.observed),
      formatDecimal(row.flaggedShare),
    ]);
  const columns = ['Segment', 'Rows', 'Events', 'Area', 'Mean score', 'Observed', 'Flagged'];
  return [heading('By segment'), { kind: 'table', columns, rows }];
}

function describeAttribution({ card }: ModelVersionView, report: EvaluationReport | null): Block[] {
  const shares = importanceIn(card).map(({ feature, share }) => {
    return { name: feature, value: share, figure: `${Math.round(share * 1000) / 10} %` };
  });
  const importance = report?.importance;
  const losses = (importance?.features ?? []).map(({ feature, areaLost }) => {
    return { name: feature, value: areaLost, figure: formatDecimal(areaLost) };
  });
  return [
    heading('Attribution'),
    ...describeFigures(shares, {
      words: 'Mean size of the exact attributions on held-out rows, as a share.',
      title: 'Mean attribution by feature',
      none: 'Mean attributions: not_run. The card has none: no training of the bank has made it.',
      column: 'Share',
    }),
    ...describeFigures(losses, {
      words:
        `Permutation importance: the area under ROC that is lost on ${importance?.rows} evaluated rows ` +
        `while the values of one feature are shuffled among them, mean of ${importance?.shuffles} times.`,
      title: 'Area under ROC lost without a feature',
      none: 'Permutation importance: not_run. An evaluation measures it.',
      column: 'Area lost',
    }),
  ];
}

function describeFigures(
  figures: Parameters<typeof buildBars>[1],
  labels: Readonly<Record<'words' | 'title' | 'none' | 'column', string>>,
): Block[] {
  if (figures.length === 0) return [text(labels.none)];
  const rows = figures.slice(0, MAX_FEATURES).map(({ name, figure }) => [name, figure]);
  const bars = buildBars(labels.title, figures);
  return [
    text(labels.words),
    ...(bars.bars.length > 0 ? [{ kind: 'bars', bars } as const] : []),
    { kind: 'table', columns: ['Feature', labels.column], rows },
  ];
}

function describeDrift(driftViews: readonly DriftView[]): Block[] {
  const title = heading('Drift');
  const [newest] = driftViews;
  if (!newest) return [title, text('not_run: this version has no daily measurement.')];
  const words =
    'Population stability index (PSI) of live decisions against the training data. ' +
    `Bins: ${PSI_BINS}. Reference: ${PSI_REFERENCE}. Newest measurement: ${newest.day}, ` +
    `${newest.rows} decisions, ${newest.drifted ? 'drifted' : 'not drifted'}. ` +
    `Dashed: ${PSI_DRIFT}, above which drift begins.`;
  const rows = driftViews.map((view) => [
    view.day,
    String(view.rows),
    formatDecimal(view.psi),
    view.score === null ? 'not_run' : formatDecimal(view.score),
    view.drifted ? 'yes' : 'no',
    view.features[0]?.feature ?? '',
  ]);
  const columns = ['Day', 'Decisions', 'PSI', 'PSI of the score', 'Drifted', 'Moved most'];
  const plot: Block = { kind: 'plots', plots: [plotDrift(driftViews)] };
  return [title, text(words), plot, { kind: 'table', columns, rows }];
}

function describeReviews(live: LiveReviews | null): Block[] {
  if (!live) return [];
  const title = heading('Payments that people looked at');
  const { window, reviews } = live;
  const days = `${window.from.slice(0, 10)} to ${window.to.slice(0, 10)}`;
  if (!reviews) return [title, text(`not_run: it was asked about no payment from ${days}.`)];
  const { payments, lookedAt: lookedAtCount, confirmed, lifted, open } = reviews;
  const facts: [string, string][] = [
    ['Window', days],
    ['Payments that it was asked about', String(payments)],
    [
      'Reviewed, held or declined',
      `${lookedAtCount}: ${formatIntervalOrNone(reviews.reviewRate)} of them`,
    ],
    ['Of these', `${confirmed} fraud, ${lifted} nothing, ${open} unknown`],
    ['Target', `at most ${formatDecimal(reviews.target)}, alarm ${reviews.alarm}`],
  ];
  return [title, { kind: 'facts', facts }];
}

/**
 * Returns the results of the gate's checks when the file was registered. The gate determines their
 * form.
 */
function describeChecks({ checks }: ModelVersionView): Block[] {
  const facts = Object.entries(checks).flatMap(([name, value]): [string, string][] =>
    value === null || typeof value === 'object' ? [] : [[name, String(value)]],
  );
  const title = heading('Checks of the file');
  return facts.length === 0
    ? [title, text('The record names none.')]
    : [title, { kind: 'facts', facts }];
}

function textIn(card: ModelVersionView['card'], name: string): string | null {
  const value = card[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function listIn(card: ModelVersionView['card'], name: string): string[] {
  const value = card[name];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function importanceIn({ importance }: ModelVersionView['card']) {
  if (!Array.isArray(importance)) return [];
  return importance.filter(
    (row): row is { feature: string; share: number } =>
      typeof row?.feature === 'string' && typeof row.share === 'number',
  );
}
