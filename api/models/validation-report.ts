// GET …/versions/{label}/validation-report: the report about a version for an examiner, as a file.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { listFairnessRecords } from '../../ai/serving/evaluation/groups.ts';
import { readLiveReviews } from '../../ai/serving/performance/live-reviews.ts';
import { driftView, listDrift } from '../../db/drift/reads.ts';
import { findInventory } from '../../db/inventory/reads.ts';
import { findModel } from '../../db/models/reads.ts';
import type { ModelVersionView } from '../../db/models/view.ts';
import { listScorings, readScoring, readScoringViewParts } from '../../db/scorings/reads.ts';
import { evaluationView } from '../../db/scorings/view.ts';
import { readLineage } from '../../db/trainings/lineage.ts';
import type { AppEnv, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { idSchema } from '../kit/schemas.ts';
import { requireVersion, VERSION_PATH, versionParams } from './scoring-kit.ts';
import { renderHtml } from './validation/html.ts';
import { renderPdf } from './validation/pdf.ts';
import {
  buildValidationReport,
  type ValidationReport,
  type ValidationSources,
} from './validation/report.ts';

/** Number of daily drift measurements in a report. */
const MAX_DRIFT_CHECKS = 30;
/** Number of evaluations among which the newest successful one is sought. */
const MAX_SEARCHED = 100;

export const reportQuery = z.strictObject({
  format: z.enum(['html', 'pdf']).optional().openapi({ description: '`html` by default.' }),
  evaluationId: idSchema('modelEvaluation').optional().openapi({
    description:
      'The evaluation whose figures are shown; by default the newest one that succeeded.',
  }),
});

export const reportAnswer = {
  200: {
    description: 'The report.',
    content: {
      'text/html': { schema: z.string() },
      'application/pdf': { schema: z.string().openapi({ format: 'binary' }) },
    },
  },
};

export const REPORT_DESCRIPTION =
  'For an independent validator or an examiner: purpose and limits, owner, validations and ' +
  'findings, approval, figures with intervals beside the champion, ROC, precision and recall, ' +
  'calibration, cost, segments, fairness, attribution, drift and the checks of the file. It ' +
  'contains the recorded figures, and `not_run` for missing ones.';

const route = createRoute({
  method: 'get',
  path: `${VERSION_PATH}/validation-report`,
  operationId: 'getModelValidationReport',
  tags: ['models'],
  summary: 'Download the validation report of a version',
  description: REPORT_DESCRIPTION,
  request: { params: versionParams, query: reportQuery },
  responses: reportAnswer,
});

export const getModelValidationReport = operation('models:read', route, (deps) => async (c) => {
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const version = await requireVersion(services, tenantId, c.req.valid('param'));
  const model = await findModel(services.ledger, tenantId, version.modelId);
  if (!model) throw new Problem('model_not_found');
  const showsFindings = model.owner === 'developer';
  const target = { tenantId, model, version, showsFindings, paidBy: tenantId };
  return answerReport(c, services, target, c.req.valid('query'));
});

interface ReportTarget extends Pick<ValidationSources, 'model' | 'version' | 'showsFindings'> {
  /** The tenant whose evaluations and drift checks the report shows. */
  readonly tenantId: string;
  /**
   * The tenant whose payments count for the live review rate, or null for those of all developers.
   */
  readonly paidBy: string | null;
}

/** Answers with the report as a downloaded file. */
export async function answerReport(
  c: Context<AppEnv>,
  services: Services,
  { tenantId, paidBy, ...sources }: ReportTarget,
  { format = 'html', evaluationId }: z.output<typeof reportQuery>,
) {
  const { ledger } = services;
  const { model, version } = sources;
  const drifts = listDrift(ledger.database, {
    tenantId,
    versionId: version.id,
    limit: MAX_DRIFT_CHECKS,
  });
  const reviewFilter = { tenantId: paidBy, artifactSha256: version.artifact.sha256 };
  const report = buildValidationReport({
    ...sources,
    live: version.task === 'fraud' ? await readLiveReviews(ledger, reviewFilter) : null,
    lineage: readLineage(ledger, { tenantId, versionId: version.id }),
    file: findInventory(ledger, null, model.id),
    evaluation: findEvaluation(services, tenantId, version, evaluationId),
    fairness: listFairnessRecords(ledger, { tenantId, versionId: version.id }),
    drift: drifts.map((row) => driftView(row, ledger.livemode)),
  });
  return sendReport(c, report, { name: `${version.name}-${version.modelVersion}`, format });
}

type Format = NonNullable<z.output<typeof reportQuery>['format']>;

/** Sends the report as HTML or PDF. */
export async function sendReport(
  c: Context<AppEnv>,
  report: ValidationReport,
  { name, format }: { readonly name: string; readonly format: Format },
) {
  const file = `validation-${name}`.replaceAll(/[^\w.-]/g, '_');
  c.header('Content-Disposition', `attachment; filename="${file}.${format}"`);
  if (format === 'pdf') {
    c.header('Content-Type', 'application/pdf');
    return c.body(new Uint8Array(await renderPdf(report)), 200);
  }
  // Forbids scripts when the file is opened in a browser.
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  c.header('Content-Type', 'text/html; charset=utf-8');
  return c.body(await renderHtml(report), 200);
}

/** @throws Problem when the named evaluation does not exist or has no figures */
function findEvaluation(
  { ledger }: Services,
  tenantId: string,
  { id: versionId }: ModelVersionView,
  evaluationId: string | undefined,
) {
  const owner = { tenantId, kind: 'evaluation', versionId } as const;
  if (evaluationId === undefined) {
    const page = { ...owner, startingAfter: null, limit: MAX_SEARCHED };
    const row = listScorings(ledger, page).data.find(({ status }) => status === 'succeeded');
    return row ? evaluationView(row, readScoringViewParts(ledger, [row])) : null;
  }
  const row = readScoring(ledger, owner, evaluationId);
  if (!row) throw new Problem('evaluation_not_found');
  if (row.status !== 'succeeded') {
    const message = `The evaluation is ${row.status}: a report needs one that succeeded.`;
    throw new Problem('invalid_parameter', message, {
      errors: [{ pointer: 'evaluationId', code: 'invalid', message }],
    });
  }
  return evaluationView(row, readScoringViewParts(ledger, [row]));
}
