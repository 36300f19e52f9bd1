// Reads a message of a conversation: a command of its own, a reply to the open command, or neither.

import { ABOUT_THE_OPEN } from '../english/corrections.ts';
import { commandIn, type HeardOrder } from '../intents/parse.ts';
import { draftOf, type Reply, replyTo } from './draft.ts';
import { DENIED, TAIL } from './grammar.ts';
import type { Asked, Draft } from './sentence.ts';

export interface HearOrder extends HeardOrder {
  /** The open command, or null when there is none. */
  readonly open: Draft | null;
  /** The bank's last question about it. */
  readonly asked: Asked | null;
}

export type Heard =
  | Reply
  /** Read it as it was said; its slots are kept where they are clear. */
  | { readonly kind: 'command'; readonly draft: Draft | null };

const withoutLead = (message: string) => message.replace(DENIED, '').replace(TAIL, '');

/** Reads a message beside the command that is open. */
export function hear(order: HearOrder): Heard {
  const { open, message } = order;
  const command = commandIn(order);
  const draft = draftOf(command);
  if (open !== null) {
    const isSlot = draft !== null && (draft.payee !== null || draft.amount !== null);
    if (isSlot && !ABOUT_THE_OPEN.test(message)) return { kind: 'command', draft };
    const anew = draftOf(commandIn({ ...order, message: withoutLead(message) }));
    if (anew !== null && anew.payee !== null && anew.amount !== null && DENIED.test(message)) {
      return { kind: 'changed', draft: { ...anew, before: open } };
    }
    const reply = replyTo(open, message, order);
    if (reply.kind !== 'other' && reply.kind !== 'again') return reply;
    return command.verb === null ? reply : { kind: 'command', draft };
  }
  if (command.verb !== null) return { kind: 'command', draft };
  const empty = { verb: 'transfer', amount: null, payee: null, source: null } as const;
  const reply = replyTo({ ...empty, date: null, recurrence: null, purpose: null }, message, order);
  return reply.kind === 'canceled' ? reply : { kind: 'other' };
}
