// Registers versions of models and records the bank's decisions about them: the row, the alias
// `latest` and the event in one database transaction.

import type { EventType } from '../../ledger/event.ts';
import type { GraveFinding, Waiver } from '../../ledger/models/deployment.ts';
import { type ModelSource, type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { requireStorageQuota } from '../storage/usage.ts';
import { models, modelVersions } from './tables.ts';
import {
  type CardJson,
  type ModelRow,
  type ModelVersionRow,
  type ModelVersionView,
  modelVersionView,
} from './view.ts';

export interface ModelRegistration {
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  /** `1.0.0`. */
  readonly label: string;
  readonly source: ModelSource;
  /** False when an operator must approve the version before its deployment. */
  readonly approved: boolean;
  readonly artifact: { readonly sha256: string; readonly bytes: number };
  readonly card: CardJson;
  readonly checks: CardJson;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ModelRegistered {
  readonly replayed: boolean;
  readonly version: ModelVersionView;
}

export interface ModelDecision {
  readonly versionId: string;
  readonly decision: 'approved' | 'rejected';
  readonly reason: string;
  readonly cause: Cause;
}

export interface ModelArchival {
  readonly tenantId: string;
  readonly versionId: string;
  readonly cause: Cause;
}

export interface WaiverOrder {
  readonly versionId: string;
  readonly findings: readonly GraveFinding[];
  readonly reason: string;
  readonly cause: Cause;
}

const OPERATION = 'POST /v1/ai/custom-models/upload';

const VERSIONS = `SELECT ${columnsOf(modelVersions)} FROM model_versions`;
const BY_NAME = `SELECT ${columnsOf(models)} FROM models WHERE tenant_id = ? AND name = ?`;
const BY_ID = `${VERSIONS} WHERE id = ?`;
const BY_LABEL = `${VERSIONS} WHERE model_id = (SELECT id FROM models
  WHERE tenant_id = @tenantId AND name = @name) AND label = @label`;
const NAME_IN_TRAINING =
  'SELECT model_id FROM training_jobs WHERE tenant_id = ? AND name = ? LIMIT 1';
const INSERT_MODEL = `INSERT INTO models ${insertOf(models)}`;
const INSERT_VERSION = `INSERT INTO model_versions ${insertOf(modelVersions)}`;
const SET_ALIAS = `INSERT INTO model_aliases VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET version_id = excluded.version_id, moved_at = excluded.moved_at`;
const OPEN_DEPLOYMENT = `SELECT id FROM model_deployments WHERE version_id = ?
  AND status IN ('pending', 'validating', 'shadow', 'canary')`;
const ARCHIVE = `UPDATE model_versions SET stage = @stage, version = @version, updated_at = @updatedAt
  WHERE id = @id`;
const SET_WAIVERS = `UPDATE model_versions SET waivers = @waivers, version = @version, updated_at = @updatedAt
  WHERE id = @id`;
const SET_APPROVAL = `UPDATE model_versions SET approval_status = @approvalStatus, approved_by = @approvedBy,
  approval_reason = @approvalReason, version = @version, updated_at = @updatedAt
  WHERE id = @id`;

/** Registers a version that has passed the gates. */
export const registerVersion = act(
  'model.register',
  (tx, order: ModelRegistration): ModelRegistered => {
    const { tenantId, requestHash, cause } = order;
    const key = cause.idempotencyKey;
    const keyUse = { tenantId, operation: OPERATION, key, requestHash };
    const keyLookup = tx.keys.lookUp(keyUse, tx.now());
    if (keyLookup.kind === 'key_reused') {
      const existingId = tx.get<ModelVersionRow>(BY_LABEL, order)?.id ?? '';
      throw new Refusal('idempotency_key_reused', { existingId });
    }
    const boundVersion =
      keyLookup.kind === 'replayed' ? tx.get<ModelVersionRow>(BY_ID, keyLookup.id) : undefined;
    if (boundVersion) return toRegistered(tx, boundVersion, true);
    const existingVersion = tx.get<ModelVersionRow>(BY_LABEL, order);
    if (existingVersion)
      throw new Refusal('model_version_exists', { existingId: existingVersion.id });
    const existingModel = tx.get<ModelRow>(BY_NAME, tenantId, order.name);
    if (existingModel && existingModel.task !== order.task) {
      const message = `The model has the task ${existingModel.task}: use it, or another name.`;
      throw invalidField('/card/task', message);
    }
    requireStorageQuota(tx, tenantId, bytesOf(order));
    const row = newRow(order, findOrCreateModel(tx, order));
    tx.run(INSERT_VERSION, row);
    tx.run(SET_ALIAS, row.modelId, 'latest', row.id, row.createdAt);
    tx.keys.bind(keyUse, row.id, row.createdAt);
    emitEvent(tx, row, 'model.version.registered', cause);
    return toRegistered(tx, row, false);
  },
);

/** Archives a version of a tenant that decides nothing. A repeated request is no error. */
export const archiveVersion = act(
  'model.archive',
  (
    tx,
    { tenantId, versionId, cause }: ModelArchival,
  ): { readonly replayed: boolean; readonly version: ModelVersionView } => {
    const row = tx.get<ModelVersionRow>(BY_ID, versionId);
    if (row?.tenantId !== tenantId) throw new Refusal('model_not_found');
    if (row.stage === 'archived')
      return { replayed: true, version: modelVersionView(row, tx.livemode) };
    const open = tx.get<{ id: string }>(OPEN_DEPLOYMENT, versionId);
    if (open) throw new Refusal('deployment_in_progress', { existingId: open.id });
    if (row.stage !== 'candidate' && row.stage !== 'rolled_back') {
      throw invalidState(`The version is in ${row.stage}: roll it back, or deploy another one.`);
    }
    const updatedAt = Math.max(tx.now(), row.updatedAt);
    const next = { ...row, stage: 'archived' as const, version: row.version + 1, updatedAt };
    tx.run(ARCHIVE, next);
    emitEvent(tx, next, 'model.version.archived', cause);
    return { replayed: false, version: modelVersionView(next, tx.livemode) };
  },
);

/** Records whether a version may be deployed. A repeated decision is no error. */
export const decideVersion = act(
  'model.decide',
  (tx, { versionId, decision, reason, cause }: ModelDecision): ModelVersionView => {
    const row = tx.get<ModelVersionRow>(BY_ID, versionId);
    if (!row) throw new Refusal('model_not_found');
    const isRepeated = row.approvalStatus === decision;
    if (row.approvalStatus !== 'pending_approval' && !isRepeated) {
      throw invalidState(`The version is already ${row.approvalStatus}.`);
    }
    if (isRepeated) return modelVersionView(row, tx.livemode);
    const next = {
      ...row,
      approvalStatus: decision,
      approvedBy: cause.actor,
      approvalReason: reason,
      version: row.version + 1,
      updatedAt: Math.max(tx.now(), row.updatedAt),
    };
    tx.run(SET_APPROVAL, next);
    emitEvent(tx, next, `model.version.${decision}`, cause);
    return modelVersionView(next, tx.livemode);
  },
);

/**
 * Records an operator's waivers of findings against a version, which may then decide in spite of
 * them; each finding once.
 */
export const waiveFindings = act(
  'model.waive',
  (tx, { versionId, findings, reason, cause }: WaiverOrder): ModelVersionView => {
    const row = tx.get<ModelVersionRow>(BY_ID, versionId);
    if (!row || row.tenantId === PLATFORM_OWNER) throw new Refusal('model_not_found');
    const storedWaivers = JSON.parse(row.waivers) as Waiver[];
    const repeatedFinding = findings.find((finding) =>
      storedWaivers.some((waiver) => waiver.finding === finding),
    );
    if (repeatedFinding)
      throw invalidState(`${repeatedFinding} is waived for the version already.`);
    const now = Math.max(tx.now(), row.updatedAt);
    const added = [...new Set(findings)].map((finding): Waiver => {
      return { finding, at: now, by: cause.actor, reason };
    });
    const waivers = JSON.stringify([...storedWaivers, ...added]);
    const next = { ...row, waivers, version: row.version + 1, updatedAt: now };
    tx.run(SET_WAIVERS, next);
    emitEvent(tx, next, 'model.version.waived', cause);
    return modelVersionView(next, tx.livemode);
  },
);

function emitEvent(tx: Tx, row: ModelVersionRow, type: EventType, cause: Cause): void {
  // A version of the engine has no owner to notify.
  if (row.tenantId === PLATFORM_OWNER) return;
  const object = modelVersionView(row, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause });
}

function toRegistered(tx: Tx, row: ModelVersionRow, replayed: boolean): ModelRegistered {
  return { replayed, version: modelVersionView(row, tx.livemode) };
}

function findOrCreateModel(tx: Tx, { tenantId, name, task }: ModelRegistration): ModelRow {
  const model = tx.get<ModelRow>(BY_NAME, tenantId, name);
  if (model) return model;
  const { id, at } = mintAt('model');
  // A training already reserved the id of its model.
  const reserved = tx.value<string>(NAME_IN_TRAINING, tenantId, name);
  const row = { id: reserved ?? id, tenantId, name, task, createdAt: at };
  tx.run(INSERT_MODEL, row);
  return row;
}

/** Returns the bytes of the file and of the texts stored beside it. */
function bytesOf({ artifact, card, checks }: ModelRegistration): number {
  const byteLengths = [card, checks].map((json) => Buffer.byteLength(JSON.stringify(json)));
  return byteLengths.reduce((sum, length) => sum + length, artifact.bytes);
}

function newRow(order: ModelRegistration, model: ModelRow): ModelVersionRow {
  const { id, at } = mintAt('modelVersion');
  return {
    id,
    modelId: model.id,
    tenantId: order.tenantId,
    name: order.name,
    task: order.task,
    label: order.label,
    source: order.source,
    stage: 'candidate',
    approvalStatus: order.approved ? 'approved' : 'pending_approval',
    approvedBy: null,
    approvalReason: null,
    artifactSha256: order.artifact.sha256,
    artifactBytes: order.artifact.bytes,
    card: JSON.stringify(order.card),
    checks: JSON.stringify(order.checks),
    actor: order.cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    expiresAt: null,
    expiredAt: null,
    kills: '[]',
    stoppedAt: null,
    stoppedCode: null,
    stoppedMessage: null,
    waivers: '[]',
  };
}
