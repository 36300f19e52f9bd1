// Checkboxes for the roles of an operator.

import { findFieldFault } from '../kit/faults.ts';
import type { Schemas } from '../shell/bank.ts';

type Role = Schemas['Operator']['roles'][number];

/** Each role with its purpose (docs/operate/operators.md). */
const ROLES: readonly (readonly [role: Role, work: string])[] = [
  ['viewer', 'sees the state of the bank, no personal data'],
  ['support', 'freezes accounts, looks things up'],
  ['payments', 'deposits, withdrawals, reversals'],
  ['compliance', 'identities, sanctions, money laundering'],
  ['risk', 'reviews of payments and credit'],
  ['models', 'model versions and deployments'],
  ['treasury', 'settlement, the money of the bank'],
  ['admin', 'everything, and the people'],
];

export function rolesIn(form: FormData): Role[] {
  const roles = form.getAll('roles');
  return ROLES.flatMap(([role]) => (roles.includes(role) ? [role] : []));
}

interface RolesProps {
  readonly selected: readonly Role[];
  readonly error: unknown;
}

export function Roles({ selected, error }: RolesProps) {
  const fault = findFieldFault(error, 'roles');
  return (
    <fieldset>
      <legend>Roles</legend>
      {ROLES.map(([role, purpose]) => (
        <label key={role} class="tick">
          <input
            type="checkbox"
            name="roles"
            value={role}
            defaultChecked={selected.includes(role)}
          />
          {role}: <span class="quiet">{purpose}</span>
        </label>
      ))}
      {fault === null ? null : <p class="bad">{fault}</p>}
    </fieldset>
  );
}
