import { answerReads } from '../../../db/kernel/read-worker.ts';
import { COUNTING_READS } from './counting-reads.ts';

answerReads(COUNTING_READS);
