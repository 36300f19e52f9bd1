// The client for developers, for Node and browsers. It has no dependencies, and its types come from
// the OpenAPI document of the bank.
//
//   import { kontor } from "@kontor/client";
//   const bank = kontor({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'sk_test_…' });
//   const account = await bank.getAccount({ accountId: 'acc_…' });

import type { components, eventObjects, operations } from '../generated/developers.ts';
import { OPERATIONS } from '../generated/developers-operations.ts';
import { type Client, clientOf } from './client.ts';
import { follow, type StreamState } from './stream.ts';
import type { ClientOptions } from './transport.ts';
import { type Reads, type Waits, waitsOf } from './waits.ts';

export { KontorConnectionError, KontorError, KontorWaitError } from './errors.ts';
export { until, type WaitOptions } from './waits.ts';
export type { CallOptions, ClientOptions };

import type { CallOptions } from './types.ts';

/** Objects and bodies of the API by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** The code of an error of this API. */
export type ErrorCode = Schemas['Problem']['code'];

/** An event, with the object of its type. */
export type KontorEvent = {
  readonly [Type in keyof eventObjects]: Omit<Schemas['Event'], 'type' | 'data'> & {
    readonly type: Type;
    readonly data: {
      readonly object: eventObjects[Type];
      readonly previous?: Readonly<Record<string, unknown>>;
    };
  };
}[keyof eventObjects];

/** Start position in the event log, and a filter. */
export interface FollowOptions {
  /**
   * The sequence of the last processed event; without it the stream begins with new events.
   */
  readonly afterSequence?: number;
  /** A type, or a pattern such as `transaction.*`. */
  readonly type?: string;
  readonly signal?: AbortSignal;
  /** Called when the stream connects, and with the cause when it is interrupted. */
  readonly onState?: StreamState;
}

type DeveloperReads = ReturnType<typeof readsOf>;

/** One method for each operation, and helpers. */
export type Kontor = Client<operations> & {
  /** Waits until an object is finished: `bank.wait.transaction(id)`. */
  readonly wait: Waits<DeveloperReads>;
  /** Follows events across interruptions until the signal is aborted. */
  follow(options?: FollowOptions): AsyncGenerator<KontorEvent, void, void>;
};

/** Returns a client for one bank and API key. */
export function kontor(options: ClientOptions = {}): Kontor {
  const client = clientOf<operations>(OPERATIONS, options);
  return Object.freeze({
    ...client,
    wait: waitsOf(readsOf(client)),
    follow: ({ signal, onState, ...fields }: FollowOptions = {}) => {
      const open = (lastId: string | null) => {
        const call: CallOptions = {
          timeoutMs: FOLLOW_MS,
          headers: lastId === null ? {} : { 'last-event-id': lastId },
          ...(signal ? { signal } : {}),
        };
        return client.request('streamEvents', fields, call);
      };
      return follow<KontorEvent>(open, { signal, onState });
    },
  });
}

/** A stream is reopened after a day. */
const FOLLOW_MS = 24 * 60 * 60 * 1000;

function readsOf(client: Client<operations>) {
  return {
    transaction: (transactionId) => client.getTransaction({ transactionId }),
    payment: (paymentId) => client.getPayment({ paymentId }),
    batch: (batchId) => client.getBatch({ batchId }),
    kycAssessment: (kycAssessmentId) => client.getKycAssessment({ kycAssessmentId }),
    trainingJob: (jobId) => client.getTraining({ jobId }),
    contractExecution: (executionId) => client.getExecution({ executionId }),
    modelDeployment: (deploymentId) => client.getModelDeployment({ deploymentId }),
  } satisfies Reads;
}
