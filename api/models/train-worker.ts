// The thread that reads large requests for a training.

import { answerCalls } from '../../threads/answers.ts';
import type { Fault } from '../kit/read-apart.ts';
import { type AskedTraining, readTraining } from './read-training.ts';

answerCalls<ArrayBuffer, AskedTraining | Fault>(readTraining);
