// The declaration of the tables of executions of smart contracts (db/subject-tables.ts).

import type { SubjectTables } from '../subject-tables.ts';
import { EXECUTION_WORK } from './background-work.ts';
import { EXECUTION_RULES } from './invariants.ts';

export const CONTRACT_TABLES: SubjectTables = {
  tables: ['contract_executions'],
  rules: EXECUTION_RULES,
  moves: { notMoved: ['contract_executions'] },
  backgroundWork: [EXECUTION_WORK],
};
