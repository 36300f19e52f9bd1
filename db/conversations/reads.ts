// Reads conversations and their messages.

import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { conversationMessages, conversations } from './tables.ts';

type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof conversationMessages.$inferSelect;

const statementsOf = prepareOnce(({ raw }: Database) => ({
  conversation: raw.prepare<[string, string], ConversationRow>(
    `SELECT ${columnsOf(conversations)} FROM conversations WHERE id = ? AND tenant_id = ?`,
  ),
  message: raw.prepare<[string], MessageRow>(
    `SELECT ${columnsOf(conversationMessages)} FROM conversation_messages WHERE id = ?`,
  ),
}));

/** Returns the row of a conversation; null when the tenant has no conversation with this id. */
export async function findConversation(
  { database }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<ConversationRow | null> {
  return statementsOf(database).conversation.get(id, tenantId) ?? null;
}

/** Returns the row of a message; null when no message has this id. */
export async function findMessage(
  { database }: ReadLedger,
  id: string,
): Promise<MessageRow | null> {
  return statementsOf(database).message.get(id) ?? null;
}

/** The wire form of a conversation, without its internal state. */
export function conversationView(row: ConversationRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'conversation' as const,
    livemode,
    customerId: row.customerId,
    turns: row.version,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export interface ConversationFilter extends PageOrder {
  readonly tenantId: string;
  readonly customerId: string | null;
}

/** Lists the conversations of a tenant, newest first. */
export async function listConversations(
  { database, livemode }: ReadLedger,
  { tenantId, customerId, startingAfter, limit }: ConversationFilter,
): Promise<Page<ReturnType<typeof conversationView>>> {
  const rows = database.orm
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.tenantId, tenantId),
        customerId === null ? undefined : eq(conversations.customerId, customerId),
        startingAfter === null ? undefined : lt(conversations.id, startingAfter),
      ),
    )
    .orderBy(desc(conversations.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => conversationView(row, livemode)),
    limit,
  );
}

/** Lists the messages of a conversation, oldest first. */
export async function listMessages(
  { database }: ReadLedger,
  { conversationId, startingAfter, limit }: PageOrder & { readonly conversationId: string },
) {
  const rows = database.orm
    .select()
    .from(conversationMessages)
    .where(
      and(
        eq(conversationMessages.conversationId, conversationId),
        startingAfter === null ? undefined : gt(conversationMessages.id, startingAfter),
      ),
    )
    .orderBy(asc(conversationMessages.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map(({ id, role, text, intentId, createdAt }) => {
      return {
        id,
        object: 'message' as const,
        role,
        text,
        intentId,
        createdAt: timestamp(createdAt),
      };
    }),
    limit,
  );
}
