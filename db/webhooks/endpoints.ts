// Webhook endpoints: added, changed, stopped, removed, and their secrets rotated. Each act writes
// its event. Secrets arrive sealed; two are live while a rotation overlaps, never more.

import { type EventType, TEST_EVENT } from '../../ledger/event.ts';
import { type Changes, type Metadata, mergedMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import { webhookEndpoints } from '../kernel/tables.ts';
import type { TxParts } from '../kernel/tx.ts';
import type { MailActs, MailOrder } from '../mails/acts.ts';
import { type EndpointRow, endpointView, visibleUrl } from './endpoint-view.ts';

/** Where events are sent: as it is shown, and the whole of it sealed where that hides something. */
export interface EndpointUrl {
  readonly shown: string;
  readonly seal: ((endpointId: string) => string) | null;
}

export interface EndpointFields {
  readonly url: EndpointUrl;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly payload: 'full' | 'thin';
  readonly metadata: Metadata;
}

export interface EndpointOrder extends EndpointFields {
  readonly tenantId: string;
  /** Seals the new secret for the id that the endpoint gets. */
  readonly sealSecret: (endpointId: string) => string;
  /** Endpoints that a tenant may have. */
  readonly most: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface EndpointChange {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly fields: Changes<EndpointFields>;
  readonly status?: 'enabled' | 'disabled' | undefined;
  /** Version that the caller read (If-Match), null when it does not care. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

export interface SecretRotation {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly sealSecret: (endpointId: string) => string;
  /** Milliseconds for which the secret before goes on signing; 0 ends it at once. */
  readonly overlapMs: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface EndpointAct {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly ifVersion: number | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The engine stops sending to an endpoint. */
export interface EndpointStop {
  readonly endpointId: string;
  /** Why, for programs: `gone`, `failing`. */
  readonly code: string;
  readonly message: string;
  readonly cause: Cause;
}

/** The endpoint, and the number of the secret that the act made: 1 at creation. */
export interface EndpointDone extends Done {
  readonly secretNumber: number;
}

export interface EndpointActs {
  create(order: EndpointOrder): EndpointDone;
  change(change: EndpointChange): EndpointDone;
  rotateSecret(rotation: SecretRotation): EndpointDone;
  remove(act: Omit<EndpointAct, 'requestHash'>): void;
  /** The event of a ping, found by its id in the log. */
  ping(act: EndpointAct): Done;
  /** Stops an enabled endpoint as `auto_disabled`; one that is not enabled stays as it is. */
  stop(stop: EndpointStop): void;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly mails: Pick<MailActs, 'queue'>;
}

/** Call its functions inside `database.write` only. */
export function endpointWriter(deps: Deps): EndpointActs {
  const { keys, now } = deps;
  const { byId, count, insert, update } = statementsOf(deps.database);

  function emit(row: EndpointRow, type: EventType, cause: Cause, before?: EndpointRow): string {
    const object = endpointView(row, deps.livemode);
    const previous = before && changedFields(endpointView(before, deps.livemode), object);
    return deps.emit({
      tenantId: row.tenantId,
      type,
      object,
      previous,
      cause,
    });
  }

  function save(before: EndpointRow, next: Partial<EndpointRow>, type: EventType, cause: Cause) {
    const updatedAt = Math.max(now(), before.updatedAt);
    const row = { ...before, ...next, version: before.version + 1, updatedAt };
    update.run(row);
    emit(row, type, cause, before);
    return outcomeOf(row);
  }

  /** The endpoint that a caller may act on. */
  function ownOf(act: { tenantId: string; endpointId: string; ifVersion?: number | null }) {
    const row = byId.get(act.endpointId);
    if (!row || row.tenantId !== act.tenantId || row.removedAt !== null) {
      throw new Refusal('webhook_endpoint_not_found');
    }
    requireVersion(row, act.ifVersion ?? null);
    return row;
  }

  return {
    create(order) {
      const use = keyUse(order, 'POST /v1/webhook-endpoints');
      const bound = keys.find(use, now());
      if (bound !== null) return { id: bound, secretNumber: 1, replayed: true };
      if ((count.get(order.tenantId) ?? 0) >= order.most) {
        throw new Refusal('webhook_endpoint_limit');
      }
      const row = newRow(order);
      insert.run(row);
      keys.bind(use, row.id, row.createdAt);
      emit(row, 'webhook.endpoint.created', order.cause);
      return outcomeOf(row);
    },
    change(change) {
      const row = ownOf(change);
      const next = changeFields(row, change);
      if (Object.entries(next).every(([name, value]) => row[name as keyof EndpointRow] === value)) {
        return outcomeOf(row);
      }
      const isMoved = next.status !== undefined && next.status !== row.status;
      const act = isMoved ? (next.status === 'enabled' ? 'enabled' : 'disabled') : 'updated';
      return save(row, next, `webhook.endpoint.${act}`, change.cause);
    },
    rotateSecret(rotation) {
      const { endpointId } = rotation;
      const row = ownOf(rotation);
      const use = keyUse(rotation, `POST /v1/webhook-endpoints/${endpointId}/rotate-secret`);
      const bound = keys.find(use, now());
      if (bound !== null) return { id: endpointId, secretNumber: Number(bound), replayed: true };
      const overlaps = rotation.overlapMs > 0;
      const next = {
        secret: rotation.sealSecret(endpointId),
        secretNumber: row.secretNumber + 1,
        previousSecret: overlaps ? row.secret : null,
        previousSecretExpiresAt: overlaps ? now() + rotation.overlapMs : null,
      };
      keys.bind(use, String(next.secretNumber), now());
      return save(row, next, 'webhook.endpoint.secret_rotated', rotation.cause);
    },
    remove(act) {
      const row = ownOf(act);
      save(row, removalFields(row, now()), 'webhook.endpoint.deleted', act.cause);
    },
    ping(act) {
      const row = ownOf(act);
      const use = keyUse(act, `POST /v1/webhook-endpoints/${act.endpointId}/ping`);
      return keys.once(use, now(), () => {
        if (row.status !== 'enabled') {
          throw invalidState(
            `The endpoint is ${row.status}, and this operation does not apply in that status.`,
          );
        }
        return emit(row, TEST_EVENT, act.cause);
      });
    },
    stop({ endpointId, code, message, cause }) {
      const row = byId.get(endpointId);
      if (!row || row.removedAt !== null || row.status !== 'enabled') return;
      const next = { status: 'auto_disabled', statusCode: code, statusMessage: message } as const;
      save(row, next, 'webhook.endpoint.disabled', cause);
      deps.mails.queue(stoppedMail(row, message));
    },
  };
}

/** Emits the event that an endpoint no longer gets messages. */
function stoppedMail(row: EndpointRow, reason: string): MailOrder {
  const body =
    `The bank has stopped sending events to a webhook endpoint.\n\n` +
    `Endpoint: ${row.id}\nURL:      ${visibleUrl(row)}\nReason:   ${reason}\n\n` +
    'Mend the receiver, enable the endpoint again and replay what it missed.\n';
  const subject = 'A webhook endpoint was disabled';
  const about = { tenantId: row.tenantId, kind: 'endpoint_disabled', subjectId: row.id } as const;
  return { ...about, recipient: null, subject, body };
}

function statementsOf({ raw }: Database) {
  return {
    byId: raw.prepare<[string], EndpointRow>(
      `SELECT ${columnsOf(webhookEndpoints)} FROM webhook_endpoints WHERE id = ?`,
    ),
    count: raw
      .prepare<[string], number>(
        'SELECT count(*) FROM webhook_endpoints WHERE tenant_id = ? AND removed_at IS NULL',
      )
      .pluck(),
    insert: raw.prepare(`INSERT INTO webhook_endpoints ${insertOf(webhookEndpoints)}`),
    update: raw.prepare(
      `UPDATE webhook_endpoints SET url = @url, sealed_url = @sealedUrl, description = @description, events = @events,
       payload = @payload, status = @status, status_code = @statusCode,
       status_message = @statusMessage, metadata = @metadata, secret = @secret,
       secret_number = @secretNumber, previous_secret = @previousSecret,
       previous_secret_expires_at = @previousSecretExpiresAt, version = @version,
       updated_at = @updatedAt, removed_at = @removedAt WHERE id = @id`,
    ),
  };
}

function newRow(order: EndpointOrder): EndpointRow {
  const { id, at } = mintAt('webhookEndpoint');
  return {
    id,
    tenantId: order.tenantId,
    ...urlFields(order.url, id),
    description: order.description,
    events: JSON.stringify(order.events),
    payload: order.payload,
    status: 'enabled',
    statusCode: null,
    statusMessage: null,
    metadata: JSON.stringify(order.metadata),
    secret: order.sealSecret(id),
    secretNumber: 1,
    previousSecret: null,
    previousSecretExpiresAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    removedAt: null,
  };
}

function urlFields({ shown, seal }: EndpointUrl, endpointId: string) {
  return { url: shown, sealedUrl: seal === null ? null : seal(endpointId) };
}

function changeFields(row: EndpointRow, { fields, status }: EndpointChange): Partial<EndpointRow> {
  const { url, description, events, payload, metadata } = fields;
  const reason = { statusCode: 'owner', statusMessage: 'The developer disabled the endpoint.' };
  return {
    ...(url === undefined ? {} : urlFields(url, row.id)),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(payload === undefined ? {} : { payload }),
    metadata: mergedMetadata(row.metadata, metadata),
    ...(status === undefined ? {} : { status }),
    ...(status === 'enabled' ? { statusCode: null, statusMessage: null } : {}),
    ...(status === 'disabled' && row.status !== 'disabled' ? reason : {}),
  };
}

function removalFields(row: EndpointRow, now: number): Partial<EndpointRow> {
  return {
    url: visibleUrl(row),
    sealedUrl: null,
    status: row.status === 'enabled' ? 'disabled' : row.status,
    statusCode: 'removed',
    statusMessage: 'The developer removed the endpoint.',
    secret: null,
    previousSecret: null,
    previousSecretExpiresAt: null,
    removedAt: now,
  };
}

function keyUse(
  order: { readonly tenantId: string; readonly cause: Cause; readonly requestHash: Buffer },
  operation: string,
) {
  const { tenantId, cause, requestHash } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}

function outcomeOf({ id, secretNumber }: EndpointRow): EndpointDone {
  return { id, secretNumber, replayed: false };
}
