// The changes in an operator's request, with the values before and after: the second person
// approves facts, not ids.

import { z } from '@hono/zod-openapi';
import { findAccount, tenantOfAccount } from '../../../db/accounts/reads.ts';
import { findLimits } from '../../../db/limits/reads.ts';
import type { PlatformApproval } from '../../../db/platform/operators.ts';
import { readSettlements } from '../../../db/settlement/reads.ts';
import { PRODUCTION_ACCESS } from '../../../identity/operator-approvals.ts';
import { rolesIn } from '../../../identity/operators.ts';
import { ALL_SCOPES } from '../../../identity/scopes.ts';
import type { Deps } from '../../kit/context.ts';
import { ADMIN } from '../operators/admins.ts';

const valueSchema = z.union([z.string(), z.number(), z.array(z.string())]).nullable();

export const changeSchema = z.object({
  field: z.string(),
  from: valueSchema.openapi({ description: 'The present value; null when there is none.' }),
  to: valueSchema,
  currency: z.string().nullable().openapi({
    description: 'Currency of an amount in minor units; null when the value is not money.',
  }),
});

export type Change = z.output<typeof changeSchema>;
type Value = Change['from'];

const createChange = (
  field: string,
  from: Value,
  to: Value,
  currency: string | null = null,
): Change => ({
  field,
  from,
  to,
  currency,
});

type Terms = Readonly<Record<string, unknown>>;

/** Returns the changes that a request would make to the present state. */
export async function describeChanges(
  deps: Pick<Deps, 'environments' | 'platform'>,
  row: PlatformApproval,
): Promise<Change[]> {
  const terms = JSON.parse(row.terms) as Terms;
  const { ledger } = deps.environments[row.environment];
  switch (row.act) {
    case PRODUCTION_ACCESS:
      return describeScopes(row, terms);
    case 'settlement':
      return describeSettlement(deps, row, terms);
    case 'limits':
      return describeLimits(deps, row, terms);
    case 'adjustment':
    case 'write_off': {
      const account = await findAccount(ledger, null, String(terms.accountId));
      if (!account) return listNewValues(terms);
      const amount = Number(terms.amount) * (terms.direction === 'credit' ? 1 : -1);
      const { posted } = account.balance;
      return [createChange('balance', posted, posted + amount, account.currency)];
    }
    case ADMIN: {
      const roles = terms.roles as string[] | undefined;
      const operator = deps.platform.operators.find(row.objectId);
      const before = operator ? rolesIn(operator) : null;
      return roles ? [createChange('roles', before && [...before], roles)] : listNewValues(terms);
    }
    default:
      return listNewValues(terms);
  }
}

/** Returns the scopes that the first operator requested, and those that the second one granted. */
function describeScopes({ grantedTerms }: PlatformApproval, terms: Terms): Change[] {
  const scopes = (terms.scopes as string[] | undefined) ?? [...ALL_SCOPES];
  const granted = grantedTerms && (JSON.parse(grantedTerms) as { readonly scopes: string[] });
  return [
    createChange('scopes of live keys', null, scopes),
    ...(granted ? [createChange('scopes granted', scopes, granted.scopes)] : []),
  ];
}

/** Returns terms that replace no value. */
function listNewValues(terms: Terms): Change[] {
  return Object.entries(terms).flatMap(([field, to]) =>
    isEmptyValue(to) || field.endsWith('Id') ? [] : [createChange(field, null, toPlainValue(to))],
  );
}

function isEmptyValue(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function toPlainValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return Array.isArray(value) ? value.map(String) : JSON.stringify(value);
}

function describeSettlement(
  { environments }: Pick<Deps, 'environments'>,
  { objectId }: PlatformApproval,
  terms: Terms,
): Change[] {
  const currency = String(terms.currency);
  const current = readSettlements(environments.production.ledger, objectId).find((settlement) => {
    return settlement.currency === currency;
  });
  return (['prefunded', 'cap'] as const).map((field) =>
    createChange(field, Number(current?.[field] ?? 0), Number(terms[field]), currency),
  );
}

const AMOUNTS = ['perTransaction', 'daily', 'weekly', 'monthly'] as const;
const PERIOD_OF_FIELD = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

async function describeLimits(
  { environments }: Pick<Deps, 'environments'>,
  { objectId, environment }: PlatformApproval,
  terms: Terms,
): Promise<Change[]> {
  const { ledger } = environments[environment];
  const tenantId = tenantOfAccount(ledger, objectId);
  const current = tenantId === null ? null : await findLimits(ledger, tenantId, objectId);
  const currency = String(terms.currency);
  const { currency: _, ...rest } = terms;
  const amounts = AMOUNTS.flatMap((field) => {
    const before = findCurrentAmount(field);
    const to = (terms[field] as number | undefined) ?? null;
    return before === to ? [] : [createChange(field, before, to, currency)];
  });
  const otherFields = Object.entries(rest).filter(
    ([field]) => !AMOUNTS.some((amount) => amount === field),
  );
  return [...amounts, ...listNewValues(Object.fromEntries(otherFields))];

  function findCurrentAmount(field: (typeof AMOUNTS)[number]): number | null {
    const period = field === 'perTransaction' ? 'transaction' : PERIOD_OF_FIELD[field];
    const limit = current?.limits.find((limit) => limit.period === period);
    return limit?.maxAmount ?? null;
  }
}
