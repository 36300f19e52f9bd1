// The thread that reads the records of a customer.

import { answerReads } from '../../db/kernel/read-worker.ts';
import { EXPORT_READS } from './export-reads.ts';

answerReads(EXPORT_READS);
