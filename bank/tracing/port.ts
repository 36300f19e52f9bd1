// The tracing interface of the bank's parts. Without a configured collector no part gets one, and
// no module of OpenTelemetry is loaded.

import type { ClientInterceptors } from '@temporalio/client';
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry';
import type { InjectedSinks, WorkerInterceptors } from '@temporalio/worker';
import type { CommitTrace, OpenCommit } from '../../db/kernel/traces.ts';

export interface AskedRequest {
  readonly method: string;
  readonly requestId: string;
  /** The caller's traceparent, or null without one. */
  readonly traceparent: string | null;
}

export interface AnsweredRequest {
  readonly status: number;
  /** The route as declared, without ids, or null when there is no such route. */
  readonly route: string | null;
  readonly environment: string | null;
}

/** A request that waits for its commit, which others share. */
export interface Booking extends CommitTrace {
  /** @param transactionId the booked transaction, or null when none was booked */
  end(transactionId: string | null): void;
}

/** One attempt to deliver an event. */
export interface SentEvent {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Traceparent of the commit that wrote the event, or null when none was kept. */
  readonly traceparent: string | null;
}

export interface Tracing {
  /** Answers a request in a span of its own, below that of its caller. */
  request(asked: AskedRequest, work: () => Promise<AnsweredRequest>): Promise<void>;
  /** The span of a commit that begins, or null when it is part of no trace. */
  commit(): OpenCommit | null;
  /** The current span as a traceparent, or null without one. */
  origin(): string | null;
  /** The current request's booking through the lane, or null without one. */
  booking(): Booking | null;
  /** Runs the commit of a group, linked to the spans of the waiting requests. */
  group<T>(bookings: readonly Booking[], work: () => Promise<T>): Promise<T>;
  /** Starts a workflow: below its cause's span, or linked to several. */
  starting<T>(origins: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Sends with the headers that name the trace to the receiver. */
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
  /** Sends the remaining spans, within some seconds. */
  close(): Promise<void>;
}
