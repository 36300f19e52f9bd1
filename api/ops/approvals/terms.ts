// Writes terms that operators set for an account or a developer: limits, and settlement terms. The
// writing is the same for one operator and for two who agreed.

import { tenantOfAccount } from '../../../db/accounts/reads.ts';
import type { Cause } from '../../../db/kernel/cause.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { replaceLimits } from '../../../db/limits/acts.ts';
import { setSettlement } from '../../../db/settlement/acts.ts';
import { termsOf } from '../../accounts/limits.ts';
import type { LimitsBody } from '../../accounts/limits-schema.ts';
import type { Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';

interface LimitsTerms {
  readonly environment: EnvironmentName;
  readonly accountId: string;
  readonly body: LimitsBody;
}

/** Sets limits; the same terms again make another version. */
export async function setLimits(
  { environments }: Pick<Deps, 'environments'>,
  { environment, accountId, body }: LimitsTerms,
  cause: Cause,
): Promise<void> {
  const { ledger } = environments[environment];
  const tenantId = tenantOfAccount(ledger, accountId);
  if (tenantId === null) throw new Problem('account_not_found');
  await ledger.run(replaceLimits, {
    tenantId,
    accountId,
    currency: body.currency,
    terms: termsOf(body),
    effectiveFrom: null,
    effectiveUntil: null,
    coolOffMs: 0,
    ifVersion: null,
    cause,
  });
}

export interface SettlementTerms {
  readonly currency: string;
  readonly prefunded: number;
  readonly cap: number;
}

interface SettlementChange {
  readonly developerId: string;
  readonly terms: SettlementTerms;
  readonly reason: string;
  /** The operator; when two were needed, the one who agreed. */
  readonly by: string;
}

/**
 * Sets the amounts that a developer may move from and to the outside, and records the terms before
 * the change.
 */
export async function writeSettlement(
  deps: Pick<Deps, 'environments' | 'platform'>,
  { developerId, terms, reason, by }: SettlementChange,
): Promise<void> {
  const developer = await deps.platform.findDeveloper(developerId);
  if (!developer) throw new Problem('not_found');
  const { ledger } = deps.environments.production;
  const { currency, prefunded, cap } = terms;
  const order = { tenantId: developerId, currency, prefunded, cap };
  const { before } = await ledger.run(setSettlement, order);
  await deps.platform.record({
    actor: by,
    action: 'settlement.set',
    objectId: developerId,
    environment: 'production',
    detail: {
      currency,
      prefunded,
      cap,
      before: { prefunded: before?.prefunded ?? 0, cap: before?.cap ?? 0 },
      reason,
    },
  });
}
