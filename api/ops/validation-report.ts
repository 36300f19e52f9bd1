// GET /v1/ops/models/{versionId}/validation-report: what an independent validator of the bank, or
// an examiner, reads about a version.

import { createRoute } from '@hono/zod-openapi';
import { findModel, readModelVersion } from '../../db/models/reads.ts';
import { modelVersionView } from '../../db/models/view.ts';
import { Problem } from '../kit/errors.ts';
import { operation } from '../kit/operation.ts';
import { pathId } from '../kit/schemas.ts';
import {
  answerReport,
  REPORT_WORDS,
  reportAnswer,
  reportQuery,
} from '../models/validation-report.ts';
import { environmentField } from './environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/models/{versionId}/validation-report',
  operationId: 'getValidationReportAsOperator',
  tags: ['ops'],
  summary: 'Download the validation report of a version of any developer, or of the bank',
  description: `${REPORT_WORDS} Figures are those of the owner's evaluations.`,
  request: {
    params: pathId('modelVersion', 'versionId'),
    query: reportQuery.extend({ environment: environmentField }),
  },
  responses: reportAnswer,
});

export const getValidationReportAsOperator = operation('operator', route, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment, ...asked } = c.req.valid('query');
  const desk = deps.desks[environment];
  const row = readModelVersion(desk.ledger, versionId);
  const model = row && (await findModel(desk.ledger, row.tenantId, row.modelId));
  if (!row || !model) throw new Problem('model_not_found');
  const version = modelVersionView(row, desk.ledger.livemode);
  const { tenantId } = row;
  const about = { tenantId, model, version, tellsFindings: true, paidBy: null };
  return answerReport(c, desk, about, asked);
});
