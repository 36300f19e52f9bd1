// The thread that reads words: of commands, of dates and amounts in them. It reads no ledger.

import { answerCalls } from '../../threads/answers.ts';
import { type Heard, type HearOrder, hear } from '../conversation/hear.ts';
import { type ParsedIntent, type ParseOrder, parseIntent } from './parse.ts';

export type WordTask =
  | { readonly kind: 'parse'; readonly order: ParseOrder }
  | { readonly kind: 'hear'; readonly order: HearOrder };

answerCalls((task: WordTask): ParsedIntent | Heard =>
  task.kind === 'parse' ? parseIntent(task.order) : hear(task.order),
);
