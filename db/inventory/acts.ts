// What people write into the inventory of models, under lock: entries by owners, validations and
// findings by others. Four eyes are held here and, whatever calls, by the database.

import type { EventType } from '../../ledger/event.ts';
import {
  latestRevalidation,
  type Materiality,
  type Severity,
  type ValidationOutcome,
} from '../../ledger/models/inventory.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import type { eventLog } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { type EngineOrder, engineWriter } from './engine.ts';
import { inventoryStatements } from './statements.ts';
import { modelEntries, modelFindings, modelValidations } from './tables.ts';
import { type FindingRow, type InventoriedRow, type InventoryView, inventoryView } from './view.ts';

interface About {
  /** Whose the model has to be; null: any owner's. */
  readonly tenantId: string | null;
  readonly modelId: string;
  readonly cause: Cause;
}

export interface EntryOrder extends About {
  readonly owner: string;
  readonly purpose: string;
  readonly materiality: Materiality;
}

export interface ValidationOrder extends About {
  readonly versionId: string;
  readonly outcome: ValidationOutcome;
  readonly summary: string;
  readonly revalidateBy: number;
}

export interface FindingOrder extends About {
  readonly versionId: string | null;
  readonly severity: Severity;
  readonly finding: string;
  readonly dueAt: number;
}

export interface FindingClosing extends About {
  readonly findingId: string;
  readonly resolution: string;
}

export interface InventoryActs {
  /** Says whose the model is and what it is for; the same again adds nothing. */
  enter(order: EntryOrder): InventoryView;
  /** Writes down what a validator says of a version. */
  validate(order: ValidationOrder): InventoryView;
  openFinding(order: FindingOrder): InventoryView;
  /** The same person closing it again is no error. */
  closeFinding(order: FindingClosing): InventoryView;
  /** Writes down which text models and rules the engine runs. */
  runEngine(order: EngineOrder): void;
}

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
  readonly now: () => number;
}

const MOST_ENTRIES = 1_000;
const MOST_OPEN = 100;

/** Call its functions inside `database.write` only. */
export function inventoryWriter({ database, emit, livemode, now }: Deps): InventoryActs {
  const sql = inventoryStatements(database);
  const more = statementsOf(database);

  function modelOf({ tenantId, modelId }: About): InventoriedRow {
    const row = sql.model.get(modelId);
    if (!row || (tenantId !== null && row.tenantId !== tenantId)) {
      throw new Refusal('model_not_found');
    }
    return row;
  }

  function versionOf(model: InventoriedRow, versionId: string) {
    const version = more.version.get(versionId, model.id);
    if (version) return version;
    throw invalidField('/versionId', 'Expected a version of this model.');
  }

  const viewOf = (model: InventoriedRow) => inventoryView(sql.rowsOfOne(model), now(), livemode);

  function emitModel(model: InventoriedRow, type: EventType, cause: Cause): InventoryView {
    const object = viewOf(model);
    // What comes with the engine has no owner to notify.
    if (model.tenantId !== PLATFORM_OWNER) emit({ tenantId: model.tenantId, type, object, cause });
    return object;
  }

  /** @throws Refusal when the person has a part in the model */
  function refuseItsOwn(model: InventoriedRow, person: string, what: string): void {
    if (!more.hasPart.get({ modelId: model.id, person })) return;
    const detail = `The owner of a model, or the author of its entry, does not ${what}.`;
    throw invalidState(detail);
  }

  return {
    runEngine: engineWriter(database),
    enter({ owner, purpose, materiality, ...about }) {
      const model = modelOf(about);
      const { actor } = about.cause;
      const before = sql.entry(model.id);
      const isSame =
        before?.owner === owner &&
        before.purpose === purpose &&
        before.materiality === materiality &&
        before.actor === actor;
      if (isSame) return viewOf(model);
      if ((before?.number ?? 0) >= MOST_ENTRIES) throw full(`${MOST_ENTRIES} entries`);
      const number = (before?.number ?? 0) + 1;
      const createdAt = Math.max(now(), before?.createdAt ?? 0);
      const { id: modelId, tenantId } = model;
      const said = { owner, purpose, materiality, actor, createdAt };
      more.insertEntry.run({ modelId, number, tenantId, ...said });
      return viewOf(model);
    },
    validate({ versionId, outcome, summary, revalidateBy, ...about }) {
      const model = modelOf(about);
      const entry = sql.entry(model.id);
      if (!entry) throw invalidState('The model is not in the inventory: enter its owner first.');
      const validator = about.cause.actor;
      refuseItsOwn(model, validator, 'validate it');
      if (versionOf(model, versionId).actor === validator) {
        const detail = 'The person who brought a version does not validate it.';
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
      const said = { outcome, summary, validator, revalidateBy, createdAt: at };
      more.insertValidation.run({ id, modelId, versionId, tenantId, ...said });
      return emitModel(model, 'model.validated', about.cause);
    },
    openFinding({ versionId, severity, finding, dueAt, ...about }) {
      const model = modelOf(about);
      if (versionId !== null) versionOf(model, versionId);
      if ((more.countOpen.get(model.id) ?? 0) >= MOST_OPEN)
        throw full(`${MOST_OPEN} open findings`);
      const { id, at } = mintAt('modelFinding');
      if (dueAt <= at) throw invalidField('/dueAt', 'Expected a time in the future.');
      const { id: modelId, tenantId } = model;
      const closed = { resolution: null, closedBy: null, closedAt: null };
      const said = { severity, finding, dueAt, openedBy: about.cause.actor, createdAt: at };
      more.insertFinding.run({ id, modelId, versionId, tenantId, ...said, ...closed });
      return emitModel(model, 'model.finding.opened', about.cause);
    },
    closeFinding({ findingId, resolution, ...about }) {
      const model = modelOf(about);
      const row = more.finding.get(findingId, model.id);
      if (!row) throw new Refusal('finding_not_found');
      const closedBy = about.cause.actor;
      if (row.closedBy === closedBy) return viewOf(model);
      if (row.closedBy !== null) throw invalidState('The finding is already closed.');
      refuseItsOwn(model, closedBy, 'close what was found about it');
      const closedAt = Math.max(now(), row.createdAt);
      more.close.run({ id: row.id, resolution, closedBy, closedAt });
      return emitModel(model, 'model.finding.closed', about.cause);
    },
  };
}

function full(what: string): Refusal {
  return invalidState(`The model has ${what}, the most there can be.`);
}

function statementsOf({ raw }: Database) {
  return {
    version: raw.prepare<[string, string], { actor: string }>(
      'SELECT actor FROM inventory_versions WHERE id = ? AND model_id = ?',
    ),
    hasPart: raw.prepare<{ modelId: string; person: string }>(
      `SELECT 1 FROM model_entries
       WHERE model_id = @modelId AND @person IN (owner, actor) LIMIT 1`,
    ),
    finding: raw.prepare<[string, string], FindingRow>(
      `SELECT ${columnsOf(modelFindings)} FROM model_findings WHERE id = ? AND model_id = ?`,
    ),
    countOpen: raw
      .prepare<[string], number>(
        'SELECT count(*) FROM model_findings WHERE model_id = ? AND closed_at IS NULL',
      )
      .pluck(),
    insertEntry: raw.prepare(`INSERT INTO model_entries ${insertOf(modelEntries)}`),
    insertValidation: raw.prepare(`INSERT INTO model_validations ${insertOf(modelValidations)}`),
    insertFinding: raw.prepare(`INSERT INTO model_findings ${insertOf(modelFindings)}`),
    close: raw.prepare(
      `UPDATE model_findings SET resolution = @resolution, closed_by = @closedBy,
       closed_at = @closedAt WHERE id = @id`,
    ),
  };
}
