// The thread that calls the language model and checks its answers, separate from the thread that
// moves money.

import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../db/threads/answers.ts';
import { type ModelPlace, openExchange } from './model-request.ts';

answerCalls(openExchange(workerData as ModelPlace));
