// The section of a validation report about the model's inventory entry: its owner, its validators,
// and the findings.

import type { InventoryView } from '../../../db/inventory/view.ts';
import type { Block } from './report.ts';

const NO_ENTRY = 'not_run: the model has no entry in the inventory.';

/** @param showsFindings false when only the number of open findings is shown */
export function describeInventory(
  file: InventoryView | null,
  { versionId, showsFindings }: { readonly versionId: string; readonly showsFindings: boolean },
): Block[] {
  const title: Block = { kind: 'heading', text: 'Inventory: owner, validation, findings' };
  if (!file) return [title, { kind: 'text', text: NO_ENTRY }];
  const { entry, warnings, revalidateBy } = file;
  const validationOfVersion = file.validations.find(
    (validation) => validation.versionId === versionId,
  );
  const facts: [string, string][] = [
    ['Owner', entry?.owner ?? 'not_run: none is entered'],
    ['Purpose', entry?.purpose ?? 'not_run'],
    ['Materiality', entry?.materiality ?? 'not_run'],
    ['Entered', entry ? `${entry.enteredAt} by ${entry.enteredBy}` : 'not_run'],
    [
      'This version',
      validationOfVersion
        ? `${validationOfVersion.outcome}, by ${validationOfVersion.validator} on ${dayOf(validationOfVersion.validatedAt)}`
        : 'not_run: it is not validated',
    ],
    ['Next validation by', revalidateBy ? dayOf(revalidateBy) : 'not_run'],
    ['Warnings', warnings.length === 0 ? 'none' : warnings.join(', ')],
  ];
  const findings = showsFindings ? describeFindings(file) : countFindings(file);
  return [title, { kind: 'facts', facts }, ...describeValidations(file), ...findings];
}

function describeValidations({ validations }: InventoryView): Block[] {
  if (validations.length === 0) return [];
  const rows = validations.map((validation) => [
    dayOf(validation.validatedAt),
    validation.version,
    validation.outcome,
    validation.validator,
    dayOf(validation.revalidateBy),
    validation.summary,
  ]);
  const columns = ['Validated', 'Version', 'Outcome', 'Validator', 'Next validation by', 'Summary'];
  return [{ kind: 'table', columns, rows }];
}

function describeFindings({ findings }: InventoryView): Block[] {
  if (findings.length === 0) return [{ kind: 'text', text: 'No finding is on record.' }];
  const rows = findings.map((finding) => [
    dayOf(finding.openedAt),
    finding.version ?? 'all',
    finding.severity,
    finding.finding,
    dayOf(finding.dueAt),
    finding.closedAt === null ? 'open' : `${dayOf(finding.closedAt)}: ${finding.resolution}`,
  ]);
  const columns = ['Found', 'Version', 'Severity', 'Finding', 'Due', 'Closed'];
  return [{ kind: 'table', columns, rows }];
}

function countFindings({ findings }: InventoryView): Block[] {
  const open = findings.filter(({ closedAt }) => closedAt === null).length;
  return [{ kind: 'text', text: `Open findings of the bank about its model: ${open}.` }];
}

const dayOf = (time: string): string => time.slice(0, 10);
