// Which part of the bank's work a process does. A bank needs each of them somewhere.

import { ConfigError, oneOf } from './values.ts';

/**
 * `api` serves HTTP; `worker` runs workflows and sweeps; `lane` books what is asked, group by
 * group; `training` trains models.
 */
export const ROLES = ['api', 'worker', 'lane', 'training'] as const;
export type Role = (typeof ROLES)[number];

/** `all`, or some of them with commas between. */
export function rolesOf(text: string, name: string): readonly Role[] {
  if (text === 'all') return ROLES;
  const given = text.split(',').map((one) => one.trim());
  const expected = ['all', ...ROLES] as const;
  const roles = given.map((one) => oneOf(one, name, expected));
  if (roles.includes('all') || new Set(roles).size < roles.length) {
    throw new ConfigError(`${name} is "${text}": expected all, or each of the others once`);
  }
  return ROLES.filter((role) => roles.includes(role));
}
