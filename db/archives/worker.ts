// The thread that writes and reads archives.

import { answerCalls } from '../threads/answers.ts';
import { readArchived, readSlice } from './file-reads.ts';
import type { ThreadOrder } from './thread.ts';
import { writeArchive } from './write.ts';

answerCalls<ThreadOrder, unknown>((order) => {
  if (order.act === 'write') return writeArchive(order);
  return order.act === 'slice' ? readSlice(order) : readArchived(order);
});
