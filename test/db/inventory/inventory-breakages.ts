// Rules of the engine with an owner, a validation and a finding, and ways to violate the four-eyes
// rule, by the invariant that must detect them.

import {
  closeFinding,
  enterModelOwner,
  openFinding,
  validateModel,
} from '../../../db/inventory/acts.ts';
import { recordEngine } from '../../../db/inventory/engine.ts';
import { listInventory } from '../../../db/inventory/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import { causeOf } from '../teller.ts';

const YEAR_MS = 365 * 86_400_000;
/** A later day, because the clock of ids runs on while the clock of the test is stopped. */
const NEXT_DAY = 'created_at + 86400000';
const causeBy = (actor: string) => ({ ...causeOf(), actor });

/** Creates a model that one person entered, another one owns and a third one validated. */
export async function makeInventory(ledger: Ledger): Promise<void> {
  const rules = { name: 'rules', task: 'transaction_monitoring', label: '1' } as const;
  const versions = [{ ...rules, sha256: null, isServing: true }];
  await ledger.run(recordEngine, { versions, cause: causeBy('engine') });
  const order = { limit: 1, startingAfter: null, isInUse: true, tenantId: null };
  const [file] = listInventory(ledger, order).data;
  const modelId = file?.id ?? '';
  const target = { tenantId: null, modelId };
  const entry = { ...target, purpose: 'Finds laundering', materiality: 'high' } as const;
  await ledger.run(enterModelOwner, { ...entry, owner: 'owner', cause: causeBy('author') });
  const due = Date.now() + YEAR_MS;
  await ledger.run(validateModel, {
    ...target,
    versionId: file?.serving?.versionId ?? '',
    outcome: 'fit',
    summary: 'Measured',
    revalidateBy: due,
    cause: causeBy('validator'),
  });
  const opened = await ledger.run(openFinding, {
    ...target,
    versionId: null,
    severity: 'low',
    finding: 'Slow',
    dueAt: due,
    cause: causeBy('validator'),
  });
  const findingId = opened.findings[0]?.id ?? '';
  const closing = { ...target, findingId, resolution: 'Faster', cause: causeBy('validator') };
  await ledger.run(closeFinding, closing);
}

export const INVENTORY_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  model_validated_by_another: {
    'a validation by the owner of the model': () =>
      `UPDATE model_validations SET validator = 'owner', created_at = ${NEXT_DAY}`,
    'a validation by the author of the entry': () =>
      `UPDATE model_validations SET validator = 'author', created_at = ${NEXT_DAY}`,
    'a validation by the person who added the version': () =>
      "UPDATE model_validations SET validator = 'engine'",
    'a validation of a model without an owner': () => 'DELETE FROM model_entries',
    'a validation of a version of another model': () =>
      "UPDATE model_validations SET version_id = 'mdv_none'",
  },
  finding_closed_by_another: {
    'a finding closed by the owner of the model': () =>
      `UPDATE model_findings SET closed_by = 'owner', closed_at = ${NEXT_DAY}`,
  },
};
