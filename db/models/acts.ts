// Registers versions of models and what the bank decides about them: the row, the alias `latest`
// and the event in one database transaction.

import type { EventType } from '../../ledger/event.ts';
import type { GraveFinding, Waiver } from '../../ledger/models/deployment.ts';
import { type ModelSource, type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { type DriftOrder, driftWriter } from '../drift/acts.ts';
import type { eventLog } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { StorageRoom } from '../storage/room.ts';
import { type ExpiryOrder, expiryWriter } from './expiry.ts';
import { type KillOrder, killWriter, type ResumeOrder } from './kills.ts';
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
  /** False: a person of the bank has to agree before it can be deployed. */
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

export interface ModelActs {
  /**
   * Records a day's drift and emits an event where drift begins or ends; false: that day is done.
   */
  recordDrift(order: DriftOrder): boolean;
  /** Writes a version that has passed the gates. */
  register(registration: ModelRegistration): ModelRegistered;
  /** Puts a version of a tenant away that decides nothing. The same again is no error. */
  archive(order: ModelArchival): { readonly replayed: boolean; readonly version: ModelVersionView };
  /** Says until when a version of a tenant may be deployed. */
  expire(order: ExpiryOrder): ModelVersionView;
  /** Emits one event when a version expired while it decides; false: none is due. */
  emitExpired(versionId: string): boolean;
  /**
   * Writes down that a call of a version went beyond its limits. At the third one within an hour
   * the version is asked no more; true: it was this one.
   */
  noteKill(order: KillOrder): boolean;
  /** A person of the bank has a version that was stopped asked again. */
  resume(order: ResumeOrder): ModelVersionView;
  /** A person of the bank lets it decide in spite of what speaks against it; once for each. */
  waive(order: WaiverOrder): ModelVersionView;
  /** Writes down whether a version may be deployed. The same decision again is no error. */
  decide(decision: ModelDecision): ModelVersionView;
}

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
  readonly room: StorageRoom;
}

const OPERATION = 'POST /v1/ai/custom-models/upload';

/** Call its functions inside `database.write` only. */
export function modelWriter(deps: Deps): ModelActs {
  const { keys, livemode, now } = deps;
  const sql = statementsOf(deps.database);

  function emitEvent(row: ModelVersionRow, type: EventType, cause: Cause): void {
    // What comes with the engine has no owner to notify.
    if (row.tenantId === PLATFORM_OWNER) return;
    const object = modelVersionView(row, livemode);
    deps.emit({ tenantId: row.tenantId, type, object, cause });
  }

  function outcomeOf(row: ModelVersionRow, replayed: boolean): ModelRegistered {
    return { replayed, version: modelVersionView(row, livemode) };
  }

  function modelOf({ tenantId, name, task }: ModelRegistration): ModelRow {
    const found = sql.byName.get(tenantId, name);
    if (found) return found;
    const { id, at } = mintAt('model');
    // A training was given the id of the model that it may make.
    const reserved = sql.reserved.get(tenantId, name);
    const row = { id: reserved ?? id, tenantId, name, task, createdAt: at };
    sql.insertModel.run(row);
    return row;
  }

  function register(order: ModelRegistration): ModelRegistered {
    const { tenantId, requestHash, cause } = order;
    const key = cause.idempotencyKey;
    const use = { tenantId, operation: OPERATION, key, requestHash };
    const seen = keys.look(use, now());
    if (seen.kind === 'key_reused') {
      const existingId = sql.byLabel.get(order)?.id ?? '';
      throw new Refusal('idempotency_key_reused', { existingId });
    }
    const bound = seen.kind === 'replayed' ? sql.byId.get(seen.id) : undefined;
    if (bound) return outcomeOf(bound, true);
    const existing = sql.byLabel.get(order);
    if (existing) throw new Refusal('model_version_exists', { existingId: existing.id });
    const other = sql.byName.get(tenantId, order.name);
    if (other && other.task !== order.task) {
      const message = `The model has the task ${other.task}: use it, or another name.`;
      throw invalidField('/card/task', message);
    }
    deps.room.refuseBeyond(tenantId, bytesOf(order));
    const row = newRow(order, modelOf(order));
    sql.insertVersion.run(row);
    sql.point.run(row.modelId, 'latest', row.id, row.createdAt);
    keys.bind(use, row.id, row.createdAt);
    emitEvent(row, 'model.version.registered', cause);
    return outcomeOf(row, false);
  }

  function decide({ versionId, decision, reason, cause }: ModelDecision): ModelVersionView {
    const row = sql.byId.get(versionId);
    if (!row) throw new Refusal('model_not_found');
    const same = row.approvalStatus === decision;
    if (row.approvalStatus !== 'pending_approval' && !same) {
      throw invalidState(`The version is already ${row.approvalStatus}.`);
    }
    if (same) return modelVersionView(row, livemode);
    const next = {
      ...row,
      approvalStatus: decision,
      approvedBy: cause.actor,
      approvalReason: reason,
      version: row.version + 1,
      updatedAt: Math.max(now(), row.updatedAt),
    };
    sql.approve.run(next);
    emitEvent(next, `model.version.${decision}`, cause);
    return modelVersionView(next, livemode);
  }

  function waive({ versionId, findings, reason, cause }: WaiverOrder): ModelVersionView {
    const row = sql.byId.get(versionId);
    if (!row || row.tenantId === PLATFORM_OWNER) throw new Refusal('model_not_found');
    const known = JSON.parse(row.waivers) as Waiver[];
    const again = findings.find((finding) => known.some((one) => one.finding === finding));
    if (again) throw invalidState(`${again} is waived for the version already.`);
    const at = Math.max(now(), row.updatedAt);
    const added = [...new Set(findings)].map((finding): Waiver => {
      return { finding, at, by: cause.actor, reason };
    });
    const waivers = JSON.stringify([...known, ...added]);
    const next = { ...row, waivers, version: row.version + 1, updatedAt: at };
    sql.waive.run(next);
    emitEvent(next, 'model.version.waived', cause);
    return modelVersionView(next, livemode);
  }

  function archive({ tenantId, versionId, cause }: ModelArchival) {
    const row = sql.byId.get(versionId);
    if (row?.tenantId !== tenantId) throw new Refusal('model_not_found');
    if (row.stage === 'archived')
      return { replayed: true, version: modelVersionView(row, livemode) };
    const open = sql.deploying.get(versionId);
    if (open) throw new Refusal('deployment_in_progress', { existingId: open.id });
    if (row.stage !== 'candidate' && row.stage !== 'rolled_back') {
      throw invalidState(`The version is in ${row.stage}: take it back, or deploy another one.`);
    }
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, stage: 'archived' as const, version: row.version + 1, updatedAt };
    sql.archive.run(next);
    emitEvent(next, 'model.version.archived', cause);
    return { replayed: false, version: modelVersionView(next, livemode) };
  }

  const more = { recordDrift: driftWriter(deps), ...expiryWriter(deps), ...killWriter(deps) };
  return { ...more, register, archive, decide, waive };
}

function statementsOf({ raw }: Database) {
  const versions = `SELECT ${columnsOf(modelVersions)} FROM model_versions`;
  return {
    byName: raw.prepare<[string, string], ModelRow>(
      `SELECT ${columnsOf(models)} FROM models WHERE tenant_id = ? AND name = ?`,
    ),
    byId: raw.prepare<[string], ModelVersionRow>(`${versions} WHERE id = ?`),
    byLabel: raw.prepare<Pick<ModelRegistration, 'tenantId' | 'name' | 'label'>, ModelVersionRow>(
      `${versions} WHERE model_id = (SELECT id FROM models
       WHERE tenant_id = @tenantId AND name = @name) AND label = @label`,
    ),
    reserved: raw
      .prepare<[string, string], string>(
        'SELECT model_id FROM training_jobs WHERE tenant_id = ? AND name = ? LIMIT 1',
      )
      .pluck(),
    insertModel: raw.prepare(`INSERT INTO models ${insertOf(models)}`),
    insertVersion: raw.prepare(`INSERT INTO model_versions ${insertOf(modelVersions)}`),
    point: raw.prepare(
      `INSERT INTO model_aliases VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET version_id = excluded.version_id, moved_at = excluded.moved_at`,
    ),
    deploying: raw.prepare<[string], { id: string }>(
      `SELECT id FROM model_deployments WHERE version_id = ?
       AND status IN ('pending', 'validating', 'shadow', 'canary')`,
    ),
    archive: raw.prepare(
      `UPDATE model_versions SET stage = @stage, version = @version, updated_at = @updatedAt
       WHERE id = @id`,
    ),
    waive: raw.prepare(
      `UPDATE model_versions SET waivers = @waivers, version = @version, updated_at = @updatedAt
       WHERE id = @id`,
    ),
    approve: raw.prepare(
      `UPDATE model_versions SET approval_status = @approvalStatus, approved_by = @approvedBy,
       approval_reason = @approvalReason, version = @version, updated_at = @updatedAt
       WHERE id = @id`,
    ),
  };
}

/** The file and what is kept beside it. */
function bytesOf({ artifact, card, checks }: ModelRegistration): number {
  const texts = [card, checks].map((json) => Buffer.byteLength(JSON.stringify(json)));
  return texts.reduce((sum, length) => sum + length, artifact.bytes);
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
