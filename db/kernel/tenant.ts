// The tenant that owns a row. In production it is the developer; in the sandbox it is the developer
// since the last reset, so that a reset removes nothing from the log.

import type { EnvironmentName } from './environment.ts';

/**
 * The tenant of a developer in an environment.
 * @param sandboxEpoch how often the developer has reset the sandbox
 */
export function tenantOf(
  developerId: string,
  environment: EnvironmentName,
  sandboxEpoch: number,
): string {
  const isFirst = environment === 'production' || sandboxEpoch === 0;
  return isFirst ? developerId : `${developerId}.${sandboxEpoch}`;
}

/** The developer behind a tenant, for operators. */
export function developerOfTenant(tenantId: string): string {
  return tenantId.replace(/\.\d+$/, '');
}
