// The acts of people on the inventory of models, under lock: entries by owners, validations and
// findings by others. The four-eyes rule is enforced here and, whatever calls, by the database.

import type { EventType } from '../../ledger/event.ts';
import {
  latestRevalidation,
  type Materiality,
  type Severity,
  type ValidationOutcome,
} from '../../ledger/models/inventory.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { inventoryStatements } from './statements.ts';
import { modelEntries, modelFindings, modelValidations } from './tables.ts';
import { type FindingRow, type InventoriedRow, type InventoryView, inventoryView } from './view.ts';

interface ModelReference {
  /** The required tenant of the model; null accepts any. */
  readonly tenantId: string | null;
  readonly modelId: string;
  readonly cause: Cause;
}

export interface EntryOrder extends ModelReference {
  readonly owner: string;
  readonly purpose: string;
  readonly materiality: Materiality;
}

export interface ValidationOrder extends ModelReference {
  readonly versionId: string;
  readonly outcome: ValidationOutcome;
  readonly summary: string;
  readonly revalidateBy: number;
}

export interface FindingOrder extends ModelReference {
  readonly versionId: string | null;
  readonly severity: Severity;
  readonly finding: string;
  readonly dueAt: number;
}

export interface FindingClosing extends ModelReference {
  readonly findingId: string;
  readonly resolution: string;
}

const MAX_ENTRIES = 1_000;
const MAX_OPEN = 100;

const VERSION = 'SELECT actor FROM inventory_versions WHERE id = ? AND model_id = ?';
const HAS_PART = `SELECT 1 FROM model_entries
  WHERE model_id = @modelId AND @person IN (owner, actor) LIMIT 1`;
const FINDING = `SELECT ${columnsOf(modelFindings)} FROM model_findings WHERE id = ? AND model_id = ?`;
const COUNT_OPEN = 'SELECT count(*) FROM model_findings WHERE model_id = ? AND closed_at IS NULL';
const INSERT_ENTRY = `INSERT INTO model_entries ${insertOf(modelEntries)}`;
const INSERT_VALIDATION = `INSERT INTO model_validations ${insertOf(modelValidations)}`;
const INSERT_FINDING = `INSERT INTO model_findings ${insertOf(modelFindings)}`;
const CLOSE_FINDING = `UPDATE model_findings SET resolution = @resolution, closed_by = @closedBy,
  closed_at = @closedAt WHERE id = @id`;

/** Enters the owner and the purpose of a model; repeating an entry adds nothing. */
export const enterModelOwner = act(
  'inventory.enter',
  (tx, { owner, purpose, materiality, ...about }: EntryOrder): InventoryView => {
    const model = requireModel(tx, about);
    const { actor } = about.cause;
    const latestEntry = inventoryStatements(tx.database).entry(model.id);
    const isSame =
      latestEntry?.owner === owner &&
      latestEntry.purpose === purpose &&
      latestEntry.materiality === materiality &&
      latestEntry.actor === actor;
    if (isSame) return viewOf(tx, model);
    if ((latestEntry?.number ?? 0) >= MAX_ENTRIES) throw limitReached(`${MAX_ENTRIES} entries`);
    const number = (latestEntry?.number ?? 0) + 1;
    const createdAt = Math.max(tx.now(), latestEntry?.createdAt ?? 0);
    const { id: modelId, tenantId } = model;
    const entryFields = { owner, purpose, materiality, actor, createdAt };
    tx.run(INSERT_ENTRY, { modelId, number, tenantId, ...entryFields });
    return viewOf(tx, model);
  },
);

/** Records a validator's judgement of a version. */
export const validateModel = act(
  'inventory.validate',
  (tx, { versionId, outcome, summary, revalidateBy, ...about }: ValidationOrder): InventoryView => {
    const model = requireModel(tx, about);
    const entry = inventoryStatements(tx.database).entry(model.id);
    if (!entry) throw invalidState('The model is not in the inventory: enter its owner first.');
    const validator = about.cause.actor;
    refuseParticipant(tx, model, validator, 'validate it');
    if (requireVersion(tx, model, versionId).actor === validator) {
      const detail = 'The uploader of a version does not validate it.';
      throw invalidState(detail);
    }
    const { id, at } = mintAt('modelValidation');
    const latest = latestRevalidation(entry.materiality, at);
    if (revalidateBy <= at || revalidateBy > latest) {
      const day = new Date(latest).toISOString().slice(0, 10);
      const message = `Expected a date in the future, at the latest ${day} at this materiality.`;
      throw invalidField('/revalidateBy', message);
    }
    const { id: modelId, tenantId } = model;
    const validation = { outcome, summary, validator, revalidateBy, createdAt: at };
    tx.run(INSERT_VALIDATION, { id, modelId, versionId, tenantId, ...validation });
    return emitModel(tx, model, 'model.validated', about.cause);
  },
);

/** Records a finding about a model. */
export const openFinding = act(
  'inventory.open_finding',
  (tx, { versionId, severity, finding, dueAt, ...about }: FindingOrder): InventoryView => {
    const model = requireModel(tx, about);
    if (versionId !== null) requireVersion(tx, model, versionId);
    if ((tx.value<number>(COUNT_OPEN, model.id) ?? 0) >= MAX_OPEN)
      throw limitReached(`${MAX_OPEN} open findings`);
    const { id, at } = mintAt('modelFinding');
    if (dueAt <= at) throw invalidField('/dueAt', 'Expected a time in the future.');
    const { id: modelId, tenantId } = model;
    const closed = { resolution: null, closedBy: null, closedAt: null };
    const details = { severity, finding, dueAt, openedBy: about.cause.actor, createdAt: at };
    tx.run(INSERT_FINDING, { id, modelId, versionId, tenantId, ...details, ...closed });
    return emitModel(tx, model, 'model.finding.opened', about.cause);
  },
);

/** Closes a finding; the same person closing it again is no error. */
export const closeFinding = act(
  'inventory.close_finding',
  (tx, { findingId, resolution, ...about }: FindingClosing): InventoryView => {
    const model = requireModel(tx, about);
    const row = tx.get<FindingRow>(FINDING, findingId, model.id);
    if (!row) throw new Refusal('finding_not_found');
    const closedBy = about.cause.actor;
    if (row.closedBy === closedBy) return viewOf(tx, model);
    if (row.closedBy !== null) throw invalidState('The finding is already closed.');
    refuseParticipant(tx, model, closedBy, 'close its findings');
    const closedAt = Math.max(tx.now(), row.createdAt);
    tx.run(CLOSE_FINDING, { id: row.id, resolution, closedBy, closedAt });
    return emitModel(tx, model, 'model.finding.closed', about.cause);
  },
);

function requireModel(tx: Tx, { tenantId, modelId }: ModelReference): InventoriedRow {
  const row = inventoryStatements(tx.database).model.get(modelId);
  if (!row || (tenantId !== null && row.tenantId !== tenantId)) {
    throw new Refusal('model_not_found');
  }
  return row;
}

function requireVersion(tx: Tx, model: InventoriedRow, versionId: string) {
  const version = tx.get<{ readonly actor: string }>(VERSION, versionId, model.id);
  if (version) return version;
  throw invalidField('/versionId', 'Expected a version of this model.');
}

function viewOf(tx: Tx, model: InventoriedRow): InventoryView {
  return inventoryView(inventoryStatements(tx.database).rowsOfOne(model), tx.now(), tx.livemode);
}

function emitModel(tx: Tx, model: InventoriedRow, type: EventType, cause: Cause): InventoryView {
  const object = viewOf(tx, model);
  // A model that comes with the engine has no owner to notify.
  if (model.tenantId !== PLATFORM_OWNER) tx.emit({ tenantId: model.tenantId, type, object, cause });
  return object;
}

/** @throws Refusal when the person has a part in the model */
function refuseParticipant(tx: Tx, model: InventoriedRow, person: string, act: string): void {
  if (tx.get(HAS_PART, { modelId: model.id, person }) === undefined) return;
  throw invalidState(`The owner of a model, or the author of its entry, does not ${act}.`);
}

function limitReached(label: string): Refusal {
  return invalidState(`The model has ${label}, which is the maximum.`);
}
