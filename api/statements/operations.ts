// The operations about statements.

import type { Operation } from '../kit/operation.ts';
import { getStatement } from './get.ts';

export const STATEMENT_OPERATIONS: readonly Operation[] = [getStatement];
