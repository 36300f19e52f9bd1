// The declaration of the tables of second factors (db/subject-tables.ts).

import { byCustomer, OWN_ROWS } from '../customers/held-table.ts';
import { STEP_UP_RULES } from '../mfa/invariants.ts';
import type { SubjectTables } from '../subject-tables.ts';

export const ACCESS_TABLES: SubjectTables = {
  tables: ['mfa_recovery_codes', 'mfa_factors', 'passkey_challenges', 'passkeys', 'step_ups'],
  rules: STEP_UP_RULES,
  held: [
    byCustomer('mfa_recovery_codes', 'deleted', {
      where: `factor_id IN (SELECT id FROM mfa_factors WHERE ${OWN_ROWS})`,
      key: 'factor_id',
      hidden: ['code_hash'],
    }),
    byCustomer('mfa_factors', 'deleted', { key: 'customer_id', hidden: ['secret', 'last_step'] }),
    byCustomer('passkeys', 'deleted', { hidden: ['credential_id', 'public_key'] }),
  ],
  moves: { parts: { mfa_recovery_codes: { column: 'factor_id', of: 'mfa_factors' } } },
  sealed: 'SELECT secret FROM mfa_factors WHERE secret IS NOT NULL',
  decidedAt: {
    requires_confirmation: '(SELECT s.confirmed_at FROM step_ups s WHERE s.transaction_id = t.id)',
  },
};
