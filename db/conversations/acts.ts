// Writes a turn of a conversation: what the customer said, what the bank answered, and what the
// next message is read with, in one database transaction.

import { timeOfId } from '../../ledger/id.ts';
import { Refusal, requireVersion } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import { conversationMessages, conversations } from './tables.ts';

type ConversationRow = typeof conversations.$inferSelect;

export interface TurnOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly conversationId: string;
  /** Version that the turn was read with; 0 begins a conversation. */
  readonly version: number;
  readonly said: string;
  readonly reply: string;
  readonly answer: object;
  readonly intentId: string | null;
  readonly state: object;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ConversationActs {
  /** The message that the key of a request was answered with; null when the key is free. */
  findByKey(order: Pick<TurnOrder, 'tenantId' | 'requestHash' | 'cause'>): string | null;
  /** Returns the id of the bank's message. */
  turn(order: TurnOrder): Done;
}

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly now: () => number;
}

const OPERATION = 'POST /v1/ai/conversation';

/** Call its functions inside `database.write` only. */
export function conversationWriter({ database, keys, now }: Deps): ConversationActs {
  const { raw } = database;
  const byId = raw.prepare<[string], ConversationRow>(
    `SELECT ${columnsOf(conversations)} FROM conversations WHERE id = ?`,
  );
  const insert = raw.prepare(`INSERT INTO conversations ${insertOf(conversations)}`);
  const say = raw.prepare(`INSERT INTO conversation_messages ${insertOf(conversationMessages)}`);
  const update = raw.prepare(
    'UPDATE conversations SET state = ?, version = ?, updated_at = ? WHERE id = ?',
  );
  const useOf = ({
    tenantId,
    requestHash,
    cause,
  }: Parameters<ConversationActs['findByKey']>[0]) => {
    return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
  };

  /** The row before the turn. */
  function rowOf({ conversationId: id, tenantId, customerId, version }: TurnOrder) {
    if (version === 0) {
      const at = timeOfId(id);
      const state = '{}';
      const row = { id, tenantId, customerId, state, version: 0, createdAt: at, updatedAt: at };
      insert.run(row);
      return row;
    }
    const row = byId.get(id);
    if (row?.tenantId !== tenantId) throw new Refusal('conversation_not_found');
    requireVersion(row, version);
    return row;
  }

  return {
    findByKey: (order) => keys.find(useOf(order), now()),
    turn(order) {
      return keys.once(useOf(order), now(), () => {
        const row = rowOf(order);
        const createdAt = Math.max(now(), row.updatedAt);
        const common = { conversationId: row.id, tenantId: row.tenantId, createdAt };
        const number = row.version * 2 + 1;
        say.run({
          ...common,
          ...{ id: mintAt('message').id, number, role: 'customer', text: order.said },
          ...{ answer: null, intentId: null },
        });
        const { id } = mintAt('message');
        const answer = JSON.stringify(order.answer);
        const { reply: text, intentId } = order;
        say.run({ ...common, id, number: number + 1, role: 'bank', text, answer, intentId });
        update.run(JSON.stringify(order.state), row.version + 1, createdAt, row.id);
        return id;
      });
    },
  };
}
