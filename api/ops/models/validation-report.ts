// GET /v1/ops/models/{versionId}/validation-report: the report about a version for an independent
// validator of the bank, or an examiner.

import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Ledger } from '../../../db/ledger.ts';
import { findModel, readModelVersion } from '../../../db/models/reads.ts';
import { modelVersionView } from '../../../db/models/view.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { pathId } from '../../kit/schemas.ts';
import { buildEngineReport } from '../../models/engine-report.ts';
import {
  answerReport,
  REPORT_DESCRIPTION,
  reportAnswer,
  reportQuery,
  sendReport,
} from '../../models/validation-report.ts';
import { environmentField } from '../kit/environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/models/{versionId}/validation-report',
  operationId: 'getValidationReportAsOperator',
  tags: ['ops'],
  summary: 'Download the validation report of a version of any developer, or of the bank',
  description:
    `${REPORT_DESCRIPTION} Figures are those of the owner's evaluations. Of text models and written ` +
    'rules it shows their measurements, the decisions of people about their findings, ' +
    'and why a curve is not drawn where there is none.',
  request: {
    params: pathId('modelVersion', 'versionId'),
    query: reportQuery.extend({ environment: environmentField }),
  },
  responses: reportAnswer,
});

export const getValidationReportAsOperator = operation('operator', route, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment, ...query } = c.req.valid('query');
  const services = deps.environments[environment];
  const row = readModelVersion(services.ledger, versionId);
  if (!row) return answerEngineReport(c, deps, query, { ledger: services.ledger, versionId });
  const model = await findModel(services.ledger, row.tenantId, row.modelId);
  if (!model) throw new Problem('model_not_found');
  const version = modelVersionView(row, services.ledger.livemode);
  const { tenantId } = row;
  const target = { tenantId, model, version, showsFindings: true, paidBy: null };
  return answerReport(c, services, target, query);
});

interface EngineVersion {
  readonly ledger: Ledger;
  readonly versionId: string;
}

/** @throws Problem when the engine has no such version, or the request names an evaluation of it */
async function answerEngineReport(
  c: Context<AppEnv>,
  { screening }: Deps,
  { format = 'html', evaluationId }: z.output<typeof reportQuery>,
  { ledger, versionId }: EngineVersion,
) {
  const report = await buildEngineReport({ ledger, screening }, versionId);
  if (!report) throw new Problem('model_not_found');
  if (evaluationId !== undefined) {
    const message = 'Text models and rules have no evaluations on labelled rows.';
    const errors = [{ pointer: 'evaluationId', code: 'invalid', message }];
    throw new Problem('invalid_parameter', message, { errors });
  }
  return sendReport(c, report.report, { name: report.name, format });
}
