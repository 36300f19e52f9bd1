// What one can do to a webhook endpoint, and what comes of it: the words that the API and the
// delivery of events share with the writer (db/webhooks/endpoints.ts).

import type { Cause } from '../transactions/port.ts';
import type { EndpointRow } from './endpoint-view.ts';

export interface EndpointFields {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly payload: 'full' | 'thin';
  readonly metadata: Readonly<Record<string, string>>;
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
  readonly fields: { readonly [F in keyof EndpointFields]?: EndpointFields[F] | undefined };
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

export type EndpointOutcome =
  | {
      readonly kind: 'done';
      readonly id: string;
      /** Number of the secret that the act made: 1 at creation. */
      readonly secretNumber: number;
      readonly replayed: boolean;
    }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'version_conflict'; readonly version: number }
  | { readonly kind: 'invalid_state'; readonly from: EndpointRow['status'] }
  | { readonly kind: 'too_many' };

/** The event of a ping, found by its id in the log. */
export type PingOutcome =
  | { readonly kind: 'done'; readonly eventId: string; readonly replayed: boolean }
  | Exclude<EndpointOutcome, { kind: 'done' }>;

/** The acts of the writer, each in a database transaction of its own. */
export type EndpointActs = {
  readonly [Act in keyof EndpointWriter]: (
    order: Parameters<EndpointWriter[Act]>[0],
  ) => Promise<ReturnType<EndpointWriter[Act]>>;
};

export interface EndpointWriter {
  create(order: EndpointOrder): EndpointOutcome;
  change(change: EndpointChange): EndpointOutcome;
  rotateSecret(rotation: SecretRotation): EndpointOutcome;
  remove(act: Omit<EndpointAct, 'requestHash'>): EndpointOutcome;
  ping(act: EndpointAct): PingOutcome;
  /** Stops an enabled endpoint as `auto_disabled`; one that is not enabled stays as it is. */
  stop(stop: EndpointStop): EndpointOutcome;
}
