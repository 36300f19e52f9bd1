// POST and GET /v1/ai/custom-models/{modelId}/versions/{label}/evaluations, GET …/{evaluationId}:
// measures a version and the deciding version on labelled rows.

import { createRoute, type z } from '@hono/zod-openapi';
import { LEDGER_LABEL } from '../../ai/serving/training/ledger-rows.ts';
import type { Ledger } from '../../db/ledger.ts';
import { championRow } from '../../db/models/servable.ts';
import type { ModelVersionView } from '../../db/models/view.ts';
import { acceptScoring } from '../../db/scorings/acts.ts';
import { listScorings, readScoring, readScoringViewParts } from '../../db/scorings/reads.ts';
import { evaluationView } from '../../db/scorings/view.ts';
import type { EvaluationRequest } from '../../models/evaluate/request.ts';
import type { Services } from '../kit/context.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId } from '../kit/schemas.ts';
import { moneyHeaders } from '../transactions/create-schema.ts';
import { createLedgerQuery } from './ledger-query.ts';
import {
  refuseUnapproved,
  requireDataset,
  requireVersion,
  startScoring,
  VERSION_PATH,
  versionParams,
} from './scoring-kit.ts';
import { evaluationBody, evaluationSchema } from './scoring-schema.ts';

const PATH = `${VERSION_PATH}/evaluations`;
const evaluationAnswer = (description: string) => jsonAnswer(description, evaluationSchema);

const postRoute = createRoute({
  method: 'post',
  path: PATH,
  operationId: 'evaluateModel',
  tags: ['models'],
  summary: 'Measure a version on rows with labels',
  description:
    "Works for any version that you can see, including the bank's. It is scored separately " +
    'from live decisions and compared with the version that decides now, on the same rows, ' +
    'with a test of the difference. The record is kept; the gate ' +
    '`quality_against_champion` of a deployment reads it.',
  request: {
    params: versionParams,
    headers: moneyHeaders,
    body: jsonBody(evaluationBody),
  },
  responses: { 202: evaluationAnswer('Accepted and in progress.') },
});

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listModelEvaluations',
  tags: ['models'],
  summary: 'List your evaluations of a version, newest first',
  request: { params: versionParams, query: pageQuery },
  responses: {
    200: jsonAnswer('A page of evaluations.', listOf(evaluationSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: `${PATH}/{evaluationId}`,
  operationId: 'getModelEvaluation',
  tags: ['models'],
  summary: 'Read an evaluation with its progress and findings',
  request: {
    params: versionParams.extend(pathId('modelEvaluation', 'evaluationId').shape),
  },
  responses: { 200: evaluationAnswer('The evaluation.') },
});

type Body = z.output<typeof evaluationBody>;

export const evaluateModel = operation('models:train', postRoute, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const version = await requireVersion(services, tenantId, c.req.valid('param'));
  refuseUnapproved(version);
  refuseFeature(version, body);
  const rows = await resolveRows(services, tenantId, version, body);
  const champion = championRow(services.ledger, tenantId, version.task);
  const { id, replayed } = await services.ledger.run(acceptScoring, {
    tenantId,
    kind: 'evaluation',
    modelId: version.modelId,
    versionId: version.id,
    championVersionId: champion?.id ?? null,
    source: body.ledger ? 'ledger_query' : 'upload',
    datasetSha256: rows.sha256,
    request: JSON.stringify(createRequest(body, rows)),
    requestHash: hashRequest({ ...body, versionId: version.id }),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  else deps.failPoint('after-accept-scoring');
  startScoring(deps, services, { id, tenantId, kind: 'evaluation' });
  const { modelId, modelVersion } = version;
  const location = `/v1/ai/custom-models/${modelId}/versions/${modelVersion}/evaluations/${id}`;
  c.header('Location', location);
  return c.json(readEvaluation(services.ledger, tenantId, version.id, id), 202);
});

type Rows = Pick<EvaluationRequest, 'format' | 'query'> & { readonly sha256: string | null };

async function resolveRows(
  services: Services,
  tenantId: string,
  { task }: ModelVersionView,
  { datasetId, ledger }: Body,
): Promise<Rows> {
  if (datasetId !== undefined) {
    const { format, sha256 } = await requireDataset(services, tenantId, datasetId);
    return { format, sha256 };
  }
  if (task === 'credit' || task === 'churn') {
    const message = 'The ledger has labels for payments only: upload rows with labels.';
    throw invalidField('/ledger', message);
  }
  return {
    format: 'csv',
    sha256: null,
    query: createLedgerQuery(services.ledger, tenantId, ledger),
  };
}

function fairnessIn({ referenceGroup, ...options }: NonNullable<Body['fairness']>) {
  return { ...options, referenceGroup: referenceGroup ?? null };
}

/** @throws Problem when the group is a feature of the version */
function refuseFeature({ card }: ModelVersionView, { fairness }: Body): void {
  const { features } = card as { readonly features: readonly { readonly name: string }[] };
  const group = fairness?.groupField.toLowerCase();
  if (!features.some(({ name }) => name.toLowerCase() === group)) return;
  const message = `${fairness?.groupField} is a feature of the version: groups are for tests.`;
  throw invalidField('/fairness/groupField', message, 'is_a_feature');
}

function createRequest(body: Body, { format, query }: Rows): EvaluationRequest {
  return {
    kind: 'evaluation',
    format,
    labelField: body.labelField ?? LEDGER_LABEL,
    segmentField: body.segmentField ?? null,
    ...(body.fairness && { fairness: fairnessIn(body.fairness) }),
    thresholds: body.thresholds ?? [],
    costs: body.costs ?? { falsePositive: 1, falseNegative: 1 },
    metadata: body.metadata ?? {},
    query,
  };
}

function readEvaluation(ledger: Ledger, tenantId: string, versionId: string, id: string) {
  const row = readScoring(ledger, { tenantId, kind: 'evaluation', versionId }, id);
  if (!row) throw new Problem('evaluation_not_found');
  return viewOf(row, readScoringViewParts(ledger, [row]));
}

function viewOf(...[row, parts]: Parameters<typeof evaluationView>) {
  const view = evaluationView(row, parts);
  return { ...view, report: view.report as z.output<typeof evaluationSchema>['report'] };
}

export const listModelEvaluations = operation('models:read', listRoute, (deps) => async (c) => {
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const { id: versionId } = await requireVersion(services, tenantId, c.req.valid('param'));
  const order = pageOrder('modelEvaluation', c.req.valid('query'));
  const owner = { tenantId, kind: 'evaluation', versionId } as const;
  const { ledger } = services;
  const page = listScorings(ledger, { ...owner, ...order });
  const parts = readScoringViewParts(ledger, page.data);
  return c.json(listBody({ ...page, data: page.data.map((row) => viewOf(row, parts)) }), 200);
});

export const getModelEvaluation = operation('models:read', getRoute, (deps) => async (c) => {
  const { evaluationId = '', ...names } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const { id: versionId } = await requireVersion(services, tenantId, names);
  return c.json(readEvaluation(services.ledger, tenantId, versionId, evaluationId), 200);
});
