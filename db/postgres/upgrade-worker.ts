// The thread on which a process that serves requests upgrades a schema: the migrations run on a
// copy of all rows, and a large ledger would hold up everybody else for seconds.

import { answerCalls } from '../../threads/answers.ts';
import type { UpgradeOrder } from './late.ts';
import { ensureSchema } from './replica.ts';

answerCalls(({ options, version }: UpgradeOrder) => ensureSchema(options, version));
