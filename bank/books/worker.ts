// The file of the thread that reads whole ledgers.

import { answerReads } from '../../db/kernel/read-worker.ts';
import { BOOK_READS } from './reads.ts';

answerReads(BOOK_READS);
