// The thread that runs the analyses.

import { answerReads } from '../../db/kernel/read-worker.ts';
import { ANALYSES } from './analyses.ts';

answerReads(ANALYSES);
