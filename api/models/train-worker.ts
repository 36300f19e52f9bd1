// The thread that reads large requests for a training.

import { answerCalls } from '../../db/threads/answers.ts';
import type { Fault } from '../kit/read-on-thread.ts';
import { readTraining, type TrainingOrder } from './read-training.ts';

answerCalls<ArrayBuffer, TrainingOrder | Fault>(readTraining);
