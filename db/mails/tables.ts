// The table of mails.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, notWhileMoving } from '../kernel/declare.ts';

export type MailKind =
  | 'alert'
  | 'endpoint_disabled'
  | 'registration'
  | 'password_reset'
  | 'password_changed'
  | 'application'
  | 'portal_link'
  | 'portal_passkey'
  | 'operator_invitation';

export const mails = sqliteTable('mails', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  kind: text('kind').$type<MailKind>().notNull(),
  /** Id of the object that the mail is about. */
  subjectId: text('subject_id').notNull(),
  /** E-mail address; null: the developer's address, which the platform knows. */
  recipient: text('recipient'),
  subject: text('subject').notNull(),
  /** Plain text, or sealed. */
  body: text('body').notNull(),
  /** 1 when the body is sealed because it contains a secret. */
  isSealed: integer('is_sealed').notNull(),
  status: text('status').$type<'queued' | 'sent' | 'failed'>().notNull(),
  attempts: integer('attempts').notNull(),
  lastError: text('last_error'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(mails, {
  checks: [
    "id GLOB 'mail_*'",
    `kind IN ('alert', 'endpoint_disabled', 'registration', 'password_reset',
      'password_changed', 'application', 'portal_link', 'portal_passkey',
      'operator_invitation')`,
    'is_sealed IN (0, 1)',
    "status IN ('queued', 'sent', 'failed')",
    'attempts >= 0',
  ],
  indexes: {
    mails_by_tenant: '(tenant_id, created_at)',
    mails_queued: "(id) WHERE status = 'queued'",
    mails_by_subject: '(subject_id)',
  },
  triggers: [notWhileMoving],
});
