// What a message says in a conversation: a command of its own, something about the command that is
// open, or neither.

import { commandIn, type HeardOrder } from '../intents/parse.ts';
import { draftOf, type Reply, replyTo } from './draft.ts';
import type { Asked, Draft } from './sentence.ts';

export interface HearOrder extends HeardOrder {
  /** The command that is open; null: none is. */
  readonly open: Draft | null;
  /** What was asked about it last. */
  readonly asked: Asked | null;
}

export type Heard = Reply | { readonly kind: 'command'; readonly draft: Draft };

/** Reads a message beside the command that is open. */
export function hear(order: HearOrder): Heard {
  const { open, asked, message, now, timezone } = order;
  const draft = draftOf(commandIn(order));
  if (draft && (draft.amount !== null || open === null)) return { kind: 'command', draft };
  return open === null ? { kind: 'other' } : replyTo(open, message, { asked, now, timezone });
}
