// The thread that makes statements.

import { answerReads } from '../../db/kernel/read-worker.ts';
import { STATEMENT_READS } from './statement-reads.ts';

answerReads(STATEMENT_READS);
