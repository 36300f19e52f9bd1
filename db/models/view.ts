// Renders a model and its versions as the API and the events show them.

import type { Waiver } from '../../ledger/models/deployment.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { models, modelVersions } from './tables.ts';

export type ModelRow = typeof models.$inferSelect;
export type ModelVersionRow = typeof modelVersions.$inferSelect;

/** The author decides the contents of a card; the fields that the engine reads were checked. */
export type CardJson = Readonly<Record<string, unknown>>;

/**
 * Returns the wire form of a version.
 * @param stage the stage that the viewer sees; defaults to the stage of the row
 */
export function modelVersionView(row: ModelVersionRow, livemode: boolean, stage = row.stage) {
  return {
    id: row.id,
    object: 'model_version' as const,
    livemode,
    modelId: row.modelId,
    name: row.name,
    task: row.task,
    modelVersion: row.label,
    source: row.source,
    stage,
    approvalStatus: row.approvalStatus,
    approval:
      row.approvedBy === null ? null : { by: row.approvedBy, reason: row.approvalReason ?? '' },
    artifact: {
      format: 'onnx' as const,
      sha256: row.artifactSha256,
      bytes: row.artifactBytes,
    },
    card: JSON.parse(row.card) as CardJson,
    checks: JSON.parse(row.checks) as CardJson,
    expiresAt: timestamp(row.expiresAt),
    stopped:
      row.stoppedAt === null
        ? null
        : {
            at: timestamp(row.stoppedAt),
            code: 'over_limits' as const,
            message: row.stoppedMessage ?? '',
          },
    waivers: waiversView(row.waivers),
    version: row.label,
    revision: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

/** Returns the wire form of the operators' waivers for a version. */
export function waiversView(waivers: string) {
  return (JSON.parse(waivers) as Waiver[]).map((waiver) => ({
    ...waiver,
    at: timestamp(waiver.at),
  }));
}

export type ModelVersionView = ReturnType<typeof modelVersionView>;

/** The wire form of a model. */
export function modelView(
  row: ModelRow,
  aliases: Readonly<Partial<Record<'latest' | 'production', string>>>,
  livemode: boolean,
) {
  return {
    id: row.id,
    object: 'model' as const,
    livemode,
    name: row.name,
    task: row.task,
    owner: row.tenantId === PLATFORM_OWNER ? ('platform' as const) : ('developer' as const),
    latest: aliases.latest ?? null,
    production: aliases.production ?? null,
    createdAt: timestamp(row.createdAt),
  };
}

export type ModelView = ReturnType<typeof modelView>;
