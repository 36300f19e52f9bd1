// The content of a validation report of a text model or of written rules, as blocks that both HTML
// and PDF print. When a curve is missing, the report states why.

import type { WrittenRule } from '../../../ai/aml/rules.ts';
import type { MeasuredScreening } from '../../../ai/screening/measurement.ts';
import type { ListAges } from '../../../ai/screening/screener.ts';
import {
  type DecisionCounts,
  type EngineVersionRow,
  MAX_JUDGED,
} from '../../../db/inventory/engine-reads.ts';
import type { InventoryView } from '../../../db/inventory/view.ts';
import { inventoryKind } from '../../../ledger/models/inventory.ts';
import { wilson } from '../../../models/evaluate/normal.ts';
import type { TextModelCard } from '../../../models/text-session.ts';
import { describeInventory } from './inventory.ts';
import { formatDecimal, formatInterval, formatIntervalOrNone } from './numbers.ts';
import type { Line, Plot } from './plots.ts';
import type { Block, ValidationReport } from './report.ts';

/**
 * The facts about a version besides the inventory; null for a version that the engine no longer
 * uses.
 */
export type EngineFacts =
  | { readonly kind: 'text'; readonly card: TextModelCard }
  | { readonly kind: 'encoder'; readonly licence: string; readonly heads: TextModelCard }
  | {
      readonly kind: 'transaction_monitoring';
      readonly rules: readonly WrittenRule[];
      readonly judged: readonly DecisionCounts[];
    }
  | {
      readonly kind: 'name_screening';
      readonly lists: readonly ListAges[];
      readonly listsSha256: string;
      readonly threshold: number;
      readonly measured: MeasuredScreening;
      readonly judged: readonly DecisionCounts[];
    };

export interface EngineSources {
  readonly version: EngineVersionRow;
  readonly file: InventoryView | null;
  readonly facts: EngineFacts | null;
}

const heading = (text: string): Block => ({ kind: 'heading', text });
const text = (words: string): Block => ({ kind: 'text', text: words });

const NO_LONGER_SHIPPED =
  'not_run: the engine no longer runs this version, so neither its file nor its rules are ' +
  'available. The inventory keeps its owners and validators.';
const NO_DRIFT =
  'not_run: drift compares columns of numbers with those of the training data. This version has ' +
  'no such columns: it reads texts, or compares movements with written thresholds.';
const NO_ATTRIBUTION: Readonly<Record<EngineFacts['kind'], string>> = {
  text:
    'not_run: it adds the weights of some hundred thousand word pieces; the mean of each weight ' +
    'would explain nothing to a reader.',
  encoder: 'not_run: it turns a message into figures and answers nothing by itself.',
  transaction_monitoring: 'A rule is its own reason: each alert names every figure and threshold.',
  name_screening: 'A match is its own reason: it names the share of each word that was alike.',
};

/** Builds the report; only intervals of shares are computed here. */
export function engineReport({ version, file, facts }: EngineSources): ValidationReport {
  const since = new Date(version.createdAt).toISOString();
  const findingTimes =
    file?.findings.flatMap(({ openedAt, closedAt }) => [openedAt, closedAt]) ?? [];
  const times = [since, file?.entry?.enteredAt, file?.validations[0]?.validatedAt, ...findingTimes];
  const dated = times.filter((time) => typeof time === 'string');
  return {
    title: `Validation report: ${version.name} ${version.label}`,
    asOf: dated.sort().at(-1) ?? since,
    blocks: [
      heading('The version'),
      { kind: 'facts', facts: describeIdentity(version, since) },
      ...(facts ? describePurpose(facts) : []),
      ...describeInventory(file, { versionId: version.versionId, showsFindings: true }),
      heading('Performance'),
      ...(facts ? describePerformance(facts) : [text(NO_LONGER_SHIPPED)]),
      ...(facts ? [heading('Attribution'), text(NO_ATTRIBUTION[facts.kind])] : []),
      heading('Drift'),
      text(NO_DRIFT),
    ],
  };
}

function describeIdentity(version: EngineVersionRow, since: string): [string, string][] {
  const { name, modelId, label, versionId, task, artifactSha256 } = version;
  return [
    ['Model', `${name} (${modelId})`],
    ['Version', `${label} (${versionId})`],
    ['Owner', 'the bank'],
    ['Kind', inventoryKind(task)],
    ['Task', task],
    ['Serves now', version.isServing ? 'yes' : 'no'],
    [
      'Artifact',
      artifactSha256 ? `sha256 ${artifactSha256}` : 'none: rules are code of the engine',
    ],
    ['Run since', since],
  ];
}

function describePurpose(facts: EngineFacts): Block[] {
  const { facts: printedFacts, limits } = wordsOf(facts);
  return [
    heading('Purpose and limits'),
    { kind: 'facts', facts: printedFacts },
    { kind: 'list', items: limits },
  ];
}

interface Words {
  readonly facts: [string, string][];
  readonly limits: readonly string[];
}

function wordsOf(facts: EngineFacts): Words {
  switch (facts.kind) {
    case 'text': {
      const { title, intendedFor, notFor, limits } = facts.card;
      return {
        facts: [
          ['Title', title],
          ['Intended for', intendedFor],
        ],
        limits: [...notFor.map((purpose) => `Not for ${purpose}.`), ...limits],
      };
    }
    case 'encoder':
      return {
        facts: [['Intended for', 'Figures of a message, for the heads of intent-parsing.']],
        limits: [`Made by others (${facts.licence}); its card does not state the training data.`],
      };
    case 'transaction_monitoring':
      return {
        facts: [['Intended for', 'Suspicions of laundering in booked movements, for a person.']],
        limits: [
          'The thresholds were written by hand and fitted to no data.',
          'Amounts are euros; movements without a rate, and payments of parties without a ' +
            'stated country, are not counted.',
          'The rules are not monotone: a person who launders money makes payments look smaller, ' +
            'older and more usual, so no change of a payment is evidence of honesty.',
        ],
      };
    case 'name_screening':
      return {
        facts: [['Intended for', 'Names that resemble listed ones, for a person to decide.']],
        limits: [
          'Chinese, Japanese, Korean and Indic names match only in their own script.',
          'The misspellings that it was measured on are made up; names of customers are not ' +
            'among them.',
          'Lists are data and no part of the version: they change daily.',
        ],
      };
  }
}

function describePerformance(facts: EngineFacts): Block[] {
  switch (facts.kind) {
    case 'text':
      return [
        ...describeMeasurements(facts.card),
        text(NO_CURVES_OF_TEXTS),
        ...describeData(facts.card),
      ];
    case 'encoder':
      return [
        text('The encoder answers nothing by itself: these are figures of the heads that use it.'),
        ...describeMeasurements(facts.heads),
        text(NO_CURVES_OF_TEXTS),
      ];
    case 'transaction_monitoring':
      return describeRules(facts);
    case 'name_screening':
      return describeScreening(facts);
  }
}

const NO_CURVES_OF_TEXTS =
  'Curves: not_run. ROC and precision against recall are drawn for one label, and a message may ' +
  'mean any of dozens. The calibration error stands in for a calibration curve: the bank has no ' +
  'labelled messages of customers from which one could be drawn.';

function describeMeasurements({ measured, stated }: TextModelCard): Block[] {
  const rows = measured.map((row) => [
    row.what,
    String(row.rows),
    `${formatDecimal(row.accuracy)} (${formatDecimal(row.ci95[0])} to ${formatDecimal(row.ci95[1])})`,
    formatDecimal(row.majorityAccuracy),
    row.calibrationError === null ? 'none' : formatDecimal(row.calibrationError),
    row.outOfScopeRecall === undefined ? 'none' : formatDecimal(row.outOfScopeRecall),
    row.target,
  ]);
  const columns = ['Data', 'Rows', 'Accuracy', 'Majority', 'Calibration error', 'Out of scope'];
  return [
    text(`Stated by ${stated.by}, not measured: accuracy ${formatDecimal(stated.accuracy)}.`),
    { kind: 'table', columns: [...columns, 'Target'], rows },
  ];
}

function describeData({ data }: TextModelCard): Block[] {
  const rows = data.map(({ name, source, licence, sha256, rows: count }) => {
    return [name, source, licence, String(count), sha256];
  });
  const columns = ['Data', 'Source', 'Licence', 'Rows', 'sha256'];
  return [heading('Data that it learnt from'), { kind: 'table', columns, rows }];
}

type Monitoring = Extract<EngineFacts, { kind: 'transaction_monitoring' }>;

function describeRules({ rules, judged }: Monitoring): Block[] {
  const rows = rules.flatMap(({ typology, conditions }) =>
    conditions.map(({ name, is, threshold }) => [
      typology,
      name,
      `${is.replace('_', ' ')} ${threshold.toLocaleString('en', { useGrouping: false })}`,
    ]),
  );
  return [
    { kind: 'table', columns: ['Rule', 'Figure', 'Threshold'], rows },
    text('What people decided about its alerts:'),
    ...describeDecisions(judged, 'Typology', 'alerts'),
    text(
      'Curves and recall: not_run. People review only the payments that a rule flagged, ' +
        'so the missed ones are unknown. A curve over thresholds would be drawn from rows that ' +
        'one threshold has chosen.',
    ),
  ];
}

type ScreeningFacts = Extract<EngineFacts, { kind: 'name_screening' }>;

function describeScreening({
  lists,
  listsSha256,
  threshold,
  measured,
  judged,
}: ScreeningFacts): Block[] {
  const isSame = measured.listsSha256 === listsSha256;
  const rows = measured.shares.map(({ what, rows: count, share }) => {
    return [what, String(count), formatInterval(share)];
  });
  const listState = isSame ? 'the lists in use' : 'other lists than those in use';
  return [
    {
      kind: 'facts',
      facts: [
        ['Threshold in use', formatDecimal(threshold)],
        ['Lists in use', `sha256 ${listsSha256}`],
        [
          'Measured',
          `by node research/screening.ts on ${listState} (sha256 ${measured.listsSha256})`,
        ],
      ],
    },
    {
      kind: 'table',
      columns: ['List', 'Title', 'As of', 'Fetched', 'Entries'],
      rows: lists.map(({ code, title, asOf, retrievedAt, entries }) => {
        return [code, title, asOf ?? 'unknown', retrievedAt ?? 'unknown', String(entries)];
      }),
    },
    { kind: 'table', columns: [`At ${measured.threshold}`, 'Names', 'Share'], rows },
    { kind: 'plots', plots: buildPlots(measured) },
    text('What people decided about its hits:'),
    ...describeDecisions(judged, 'List', 'hits'),
    text(
      'Calibration: not_run. The score is a resemblance from 0 to 1 and no probability; nothing ' +
        'reads it as one.',
    ),
  ];
}

function buildPlots({ curve }: MeasuredScreening): Plot[] {
  const line = (name: string, style: Line['style'], points: Line['points']): Line => {
    return { name, style, points };
  };
  const recall = curve.map((point) => [point.threshold, point.recall] as const);
  const falsePositives = curve.map((point) => [point.threshold, point.falsePositiveRate] as const);
  const roc = curve.map((point) => [point.falsePositiveRate, point.recall] as const);
  return [
    {
      title: 'Listed names found, by other names hit',
      across: 'share of other names that are hit: 0 to 1',
      up: 'share of listed names that are found',
      top: 1,
      lines: [line('this version', 'version', roc)],
    },
    {
      title: 'By threshold',
      across: 'threshold: 0 to 1',
      up: 'share of names',
      top: 1,
      lines: [line('found', 'version', recall), line('hit wrongly', 'champion', falsePositives)],
    },
  ];
}

function describeDecisions(
  judged: readonly DecisionCounts[],
  subject: string,
  raised: string,
): Block[] {
  if (judged.length === 0) return [text(`not_run: there are no ${raised}.`)];
  const rows = judged.map((row) => [
    row.rule,
    String(row.raised),
    String(row.confirmed),
    String(row.refuted),
    formatIntervalOrNone(wilson(row.confirmed, row.confirmed + row.refuted)),
  ]);
  const columns = [subject, `Newest ${MAX_JUDGED} ${raised}`, 'Confirmed', 'Refuted'];
  return [{ kind: 'table', columns: [...columns, 'Confirmed of those decided'], rows }];
}
