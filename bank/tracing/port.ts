// The tracing interface of the bank's parts. Without a configured collector it is null everywhere,
// and OpenTelemetry is not loaded.

import type { ClientInterceptors } from '@temporalio/client';
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry';
import type { InjectedSinks, WorkerInterceptors } from '@temporalio/worker';
import type { CommitTrace, OpenCommit } from '../../db/kernel/traces.ts';

export interface IncomingRequest {
  readonly method: string;
  readonly requestId: string;
  /** The caller's traceparent; null without one. */
  readonly traceparent: string | null;
}

export interface AnsweredRequest {
  readonly status: number;
  /** The route as declared, without ids; null for an unknown route. */
  readonly route: string | null;
  readonly environment: string | null;
}

/** A request that waits for the commit of a group. */
export interface TracedWait extends CommitTrace {
  /**
   * Ends the wait.
   * @param transactionId the booked transaction; null when none was booked
   */
  end(transactionId: string | null): void;
}

/** One attempt to deliver an event. */
export interface SentEvent {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Traceparent of the commit that wrote the event; null when it is not stored. */
  readonly traceparent: string | null;
}

export interface Tracing {
  /** Runs a request in a new span, below the span of its caller. */
  request(request: IncomingRequest, work: () => Promise<AnsweredRequest>): Promise<void>;
  /** Begins the span of a commit; null when it belongs to no trace. */
  commit(): OpenCommit | null;
  /** The current span as a traceparent; null without one. */
  origin(): string | null;
  /** Begins the wait of the current request for the lane; null without a request. */
  booking(): TracedWait | null;
  /** Runs the commit of a group in a span that is linked to the waiting requests. */
  group<T>(bookings: readonly TracedWait[], work: () => Promise<T>): Promise<T>;
  /** Starts a workflow below the span of its cause, or linked to several. */
  starting<T>(origins: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Sends an event with headers that state the trace for the receiver. */
  sending<T extends { readonly delivered: boolean }>(
    sent: SentEvent,
    work: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T>;
  /** Interceptors that carry the trace in the headers of Temporal's clients and workers. */
  readonly clients: ClientInterceptors;
  readonly workers: {
    readonly interceptors: WorkerInterceptors;
    readonly sinks: InjectedSinks<OpenTelemetrySinks>;
  };
  /** Exports the remaining spans, within some seconds. */
  close(): Promise<void>;
}
