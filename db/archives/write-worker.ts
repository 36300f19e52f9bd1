// The thread that writes archives.

import { answerCalls } from '../../threads/answers.ts';
import { type WriteOrder, type WrittenArchive, writeArchive } from './write.ts';

answerCalls<WriteOrder, WrittenArchive>(writeArchive);
