// The thread of the sentence encoder: it opens the file with the first message.

import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../db/threads/answers.ts';
import { openEncoder, type SentenceEncoder } from '../../models/encoder/encoder-session.ts';

const path = workerData as string;
let opened: Promise<SentenceEncoder> | null = null;

answerCalls(async (message: string) => {
  opened ??= openEncoder(path);
  try {
    return await (await opened).embed(message);
  } catch (error) {
    // A file may be put there, or mended, meanwhile.
    opened = null;
    throw error;
  }
});
