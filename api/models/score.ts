// POST /v1/ai/custom-models/{modelId}/versions/{label}/score: returns scores of one version of a
// model.

import { createRoute, z } from '@hono/zod-openapi';
import { findModelVersion } from '../../db/models/reads.ts';
import type { ModelVersionView } from '../../db/models/view.ts';
import { ArtifactMismatch } from '../../models/artifact-store.ts';
import { isExactInteger, LARGEST_INTEGER } from '../../models/card.ts';
import {
  ModelFailed,
  ModelKilled,
  NoTimeToScore,
  TooManyCalls,
} from '../../models/confined/supervise-scoring.ts';
import type { ExplainedVersion, Explainers } from '../../models/explain/explainers.ts';
import { makeReasons, type NamedFeature, type Reason } from '../../models/explain/reasons.ts';
import type { DeclaredFeature } from '../../models/gate/declaration.ts';
import type { Signature } from '../../models/gate/inspect.ts';
import { parseDays } from '../../models/learn/train/iso-date.ts';
import { createReader } from '../../models/learn/train/read-examples.ts';
import { NoProbability, type ScoredModel, type SessionPool } from '../../models/session-pool.ts';
import { type FieldError, Problem } from '../kit/errors.ts';
import { escapePointerPart } from '../kit/json-text.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { contributionUnitSchema, reasonSchema, reasonsKindSchema } from '../risk/risk-schema.ts';
import { refuseUnapproved } from './scoring-kit.ts';

const MAX_ROWS = 100;
const MAX_FIELDS = 1_000;
const MAX_EXPLAINED = 10;
const DEFAULT_THRESHOLD = 0.5;

const rowSchema = z
  .record(z.string().max(80), z.union([z.number(), z.boolean(), z.string().max(200), z.null()]))
  .refine(
    (row) => Object.keys(row).length <= MAX_FIELDS,
    `Expected at most ${MAX_FIELDS} features.`,
  );

const bodySchema = z
  .strictObject({
    rows: z
      .array(rowSchema)
      .min(1)
      .max(MAX_ROWS)
      .openapi({
        description:
          'Each has every feature of the card by its name; null is a missing value, true is 1.',
        example: [{ amount: 12.5, hour: 14 }],
      }),
    includeReasons: z
      .boolean()
      .optional()
      .openapi({
        description: `The reasons of each score; for at most ${MAX_EXPLAINED} rows.`,
      }),
  })
  .refine(({ rows, includeReasons }) => !includeReasons || rows.length <= MAX_EXPLAINED, {
    path: ['rows'],
    message: `Expected at most ${MAX_EXPLAINED} rows when reasons are requested.`,
  })
  .openapi('ModelScoring');

const modelReasonSchema = reasonSchema
  .extend({
    valueText: z
      .string()
      .optional()
      .openapi({ description: 'For a category: the text with the number `value`.' }),
  })
  .openapi('ModelReason');

const scoresSchema = z
  .object({
    object: z.literal('model_scores'),
    modelId: z.string(),
    versionId: z.string(),
    modelVersion: z.string(),
    artifactSha256: z.string(),
    threshold: z.number(),
    reasonsKind: reasonsKindSchema.optional(),
    contributionUnit: contributionUnitSchema.nullable().optional(),
    warnings: z
      .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
      .openapi({ description: 'Texts that are not in the training data: all count as one value.' }),
    scores: z.array(
      z.object({
        probability: z.number(),
        flagged: z.boolean(),
        reasons: z.array(modelReasonSchema).nullable().optional(),
      }),
    ),
  })
  .openapi('ModelScores');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/{modelId}/versions/{label}/score',
  operationId: 'scoreWithModel',
  keepsAnswer: false,
  tags: ['models'],
  summary: 'Score rows with a version of a model',
  description:
    'A number always names the same version; `latest` and `production` move. Nothing is ' +
    "decided or stored. A value outside of the card's bounds is refused, never clipped.",
  request: {
    params: pathId('model', 'modelId').extend({
      label: z.string().openapi({ param: { name: 'label', in: 'path' }, example: '1.0.0' }),
    }),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The score of each row, in their order.', scoresSchema),
  },
});

export const scoreWithModel = operation('ai:invoke', route, (deps) => async (c) => {
  const { modelId = '', label = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const { ledger } = servicesOf(c, deps);
  const version = await findModelVersion(ledger, { tenantId, modelId, label });
  if (!version) throw new Problem('model_not_found');
  refuseUnapproved(version);
  const { features, threshold = DEFAULT_THRESHOLD } = version.card as unknown as ReadCard;
  const rows = encodeRows(c.req.valid('json').rows, features);
  const model = {
    sha256: version.artifact.sha256,
    signature: signatureOf(version),
    columns: features.length,
    foreign: version.source === 'platform' ? null : { tenantId, versionId: version.id },
  };
  const pool = deps.sessions[ledger.environment];
  const scores = await pool.score(model, rows).catch(throwProblem);
  const reasons = c.req.valid('json').includeReasons
    ? await explainScores(deps.reasons, pool, { version, model, rows, scores }).catch(throwProblem)
    : null;
  return c.json(
    {
      object: 'model_scores' as const,
      modelId: version.modelId,
      versionId: version.id,
      modelVersion: version.modelVersion,
      artifactSha256: version.artifact.sha256,
      threshold,
      warnings: listUnknownTexts(c.req.valid('json').rows, features),
      ...(reasons && { reasonsKind: reasons.kind, contributionUnit: reasons.unit }),
      scores: scores.map((probability, index) => {
        const scored = { probability, flagged: probability >= threshold };
        return reasons ? { ...scored, reasons: reasons.reasons[index] ?? null } : scored;
      }),
    },
    200,
  );
});

/** Fields of every registered card. */
interface ReadCard {
  readonly features: readonly (Partial<DeclaredFeature> & NamedFeature)[];
  readonly threshold?: number;
}

interface ScoredRows {
  readonly version: ModelVersionView;
  readonly model: ScoredModel;
  readonly rows: readonly Float32Array[];
  readonly scores: readonly number[];
}

/** Returns the reasons; null for a row whose attributions do not add up to its score. */
async function explainScores(
  reasons: Explainers,
  pool: SessionPool,
  { version, model, rows, scores }: ScoredRows,
) {
  const { id: versionId, name, modelVersion: label, source } = version;
  const card = version.card as unknown as ReadCard & ExplainedVersion['card'];
  const modelVersion = { versionId, name, label, source, card, scored: model };
  const explanation = await reasons.load(modelVersion, pool);
  if (!explanation) return { kind: 'none' as const, unit: null, reasons: [] };
  const textReasons: (TextReason[] | null)[] = [];
  for (const [index, row] of rows.entries()) {
    const attribution = await explanation.attribute(row, scores[index] ?? Number.NaN);
    const attributed = attribution && makeReasons(attribution, card.features, row);
    textReasons.push(attributed?.map((reason) => addValueText(reason, card.features)) ?? null);
  }
  return { kind: explanation.kind, unit: explanation.unit, reasons: textReasons };
}

type TextReason = Reason & { readonly valueText?: string };

/** Adds the text of a category, because its number has no meaning for a reader. */
function addValueText(reason: Reason, features: ReadCard['features']): TextReason {
  const { categories } = features.find(({ name }) => name === reason.feature) ?? {};
  if (!categories || reason.value === null) return reason;
  return { ...reason, valueText: categories[reason.value] ?? UNKNOWN_VALUE };
}

const UNKNOWN_VALUE = 'a value that was not learnt from';

function signatureOf({ checks }: ModelVersionView): Signature {
  return (checks as unknown as { readonly signature: Signature }).signature;
}

type Value = number | boolean | string | null;
type Row = Readonly<Record<string, Value>>;

function encodeRows(rows: readonly Row[], features: ReadCard['features']): Float32Array[] {
  const errors = rows.flatMap((row, index) => findRowFaults(row, `/rows/${index}`, features));
  if (errors.length > 0) {
    throw new Problem('model_input_invalid', undefined, { errors: errors.slice(0, 100) });
  }
  const readers = features.map(createReader);
  return rows.map((row) =>
    Float32Array.from(features, ({ name }, index) => readers[index]?.(row[name]) ?? Number.NaN),
  );
}

function findRowFaults(row: Row, rowPointer: string, features: ReadCard['features']): FieldError[] {
  const featureNames = new Set(features.map(({ name }) => name));
  const unknownNames = Object.keys(row).filter((name) => !featureNames.has(name));
  return [
    ...unknownNames.map((name) => {
      const pointer = `${rowPointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return {
        pointer,
        code: 'unknown_feature',
        message: 'The model card has no feature of this name.',
      };
    }),
    ...features.flatMap((feature) => {
      const message = findValueFault(row[feature.name], feature);
      const pointer = `${rowPointer}/${feature.name}`;
      return message === null ? [] : [{ pointer, code: 'invalid_feature', message }];
    }),
  ];
}

const MAX_WARNINGS = 100;

/**
 * Returns a warning for each text that counts as unknown: a misspelt text is scored as a different
 * value.
 */
function listUnknownTexts(rows: readonly Row[], features: ReadCard['features']): FieldError[] {
  const categoryTexts = features.flatMap(({ name, kind, categories = [] }) =>
    kind === 'category' ? [{ name, texts: new Set(categories) }] : [],
  );
  const errors: FieldError[] = [];
  for (const [index, row] of rows.entries()) {
    for (const { name, texts } of categoryTexts) {
      const value = row[name] ?? null;
      if (value === null || value === '' || texts.has(String(value))) continue;
      const message = 'The model has not learnt from this text: it counts as unknown.';
      errors.push({
        pointer: `/rows/${index}${escapePointerPart(name)}`,
        code: 'unknown_category',
        message,
      });
      if (errors.length === MAX_WARNINGS) return errors;
    }
  }
  return errors;
}

function findValueFault(
  featureValue: Value | undefined,
  {
    kind = 'number',
    min = null,
    max = null,
    mayBeMissing = false,
    categories = [],
  }: ReadCard['features'][number],
): string | null {
  if (featureValue === undefined) return 'This feature is required.';
  if (featureValue === null) return mayBeMissing ? null : 'This feature may not be null.';
  if (kind === 'category') {
    // A column of codes is trained as texts, so the code is compared as a text.
    const isText = typeof featureValue === 'string' || categories.includes(String(featureValue));
    return isText ? null : 'Expected a text: this feature is a category.';
  }
  if (kind === 'date') {
    return parseDays(String(featureValue)) === null
      ? 'Expected a date of ISO 8601, as 2026-11-23.'
      : null;
  }
  if (typeof featureValue === 'string') return 'Expected a number or null.';
  // True is 1 and false is 0, as in training rows.
  const value = Number(featureValue);
  if (kind === 'integer' && !isExactInteger(value)) {
    return `Expected a whole number of at most ${LARGEST_INTEGER}.`;
  }
  if (!Number.isFinite(Math.fround(value))) return 'The value is too large for a 32-bit float.';
  if (min !== null && value < min) return `Expected ${min} or more.`;
  return max !== null && value > max ? `Expected ${max} or less.` : null;
}

function throwProblem(error: unknown): never {
  if (error instanceof ArtifactMismatch) {
    throw new Problem('artifact_hash_mismatch', undefined, { cause: error });
  }
  if (error instanceof ModelKilled) throw new Problem('model_limit_exceeded', error.message);
  if (error instanceof ModelFailed) throw new Problem('model_not_loadable', error.message);
  if (error instanceof TooManyCalls) throw new Problem('concurrency_limited');
  if (error instanceof NoTimeToScore) throw new Problem('scorers_busy');
  if (error instanceof NoProbability) {
    throw new Problem('model_output_invalid', undefined, { cause: error });
  }
  throw error;
}
