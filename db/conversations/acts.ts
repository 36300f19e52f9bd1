// Writes a turn of a conversation: the customer's message, the bank's answer, and the state for
// reading the next message, in one database transaction.

import { mintedAt } from '../../ledger/id.ts';
import { Refusal, requireVersion } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { conversationMessages, conversations } from './tables.ts';

type ConversationRow = typeof conversations.$inferSelect;

export interface TurnOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly conversationId: string;
  /** Version of the conversation that the caller read; 0 begins a conversation. */
  readonly version: number;
  readonly customerMessage: string;
  readonly reply: string;
  readonly answer: object;
  readonly intentId: string | null;
  readonly state: object;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

type KeyOrder = Pick<TurnOrder, 'tenantId' | 'requestHash' | 'cause'>;

const OPERATION = 'POST /v1/ai/conversation';

const BY_ID = `SELECT ${columnsOf(conversations)} FROM conversations WHERE id = ?`;
const INSERT = `INSERT INTO conversations ${insertOf(conversations)}`;
const INSERT_MESSAGE = `INSERT INTO conversation_messages ${insertOf(conversationMessages)}`;
const UPDATE = 'UPDATE conversations SET state = ?, version = ?, updated_at = ? WHERE id = ?';

/** Returns the id of the message that answered an idempotency key; null when the key is free. */
export const findTurn = act('conversation.find_by_key', (tx, order: KeyOrder): string | null =>
  tx.keys.find(keyUseOf(order), tx.now()),
);

/** Writes a turn. Returns the id of the bank's message. */
export const writeTurn = act('conversation.turn', (tx, order: TurnOrder): KeyedResult => {
  return tx.keys.runOnce(keyUseOf(order), tx.now(), () => {
    const row = findOrCreateConversation(tx, order);
    const createdAt = Math.max(tx.now(), row.updatedAt);
    const messageFields = { conversationId: row.id, tenantId: row.tenantId, createdAt };
    const number = row.version * 2 + 1;
    tx.run(INSERT_MESSAGE, {
      ...messageFields,
      ...{ id: mintAt('message').id, number, role: 'customer', text: order.customerMessage },
      ...{ answer: null, intentId: null },
    });
    const { id } = mintAt('message');
    const answer = JSON.stringify(order.answer);
    const { reply: text, intentId } = order;
    tx.run(INSERT_MESSAGE, {
      ...messageFields,
      id,
      number: number + 1,
      role: 'bank',
      text,
      answer,
      intentId,
    });
    tx.run(UPDATE, JSON.stringify(order.state), row.version + 1, createdAt, row.id);
    return id;
  });
});

function keyUseOf({ tenantId, requestHash, cause }: KeyOrder) {
  return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
}

/** Returns the conversation before the turn, or a new one. */
function findOrCreateConversation(
  tx: Tx,
  { conversationId: id, tenantId, customerId, version }: TurnOrder,
) {
  if (version === 0) {
    const createdAt = mintedAt(id);
    const state = '{}';
    const row = { id, tenantId, customerId, state, version: 0, createdAt, updatedAt: createdAt };
    tx.run(INSERT, row);
    return row;
  }
  const row = tx.get<ConversationRow>(BY_ID, id);
  if (row?.tenantId !== tenantId) throw new Refusal('conversation_not_found');
  requireVersion(row, version);
  return row;
}
