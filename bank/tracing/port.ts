// What the parts of the bank record about a request, where traces are configured. Without a
// collector no part has one of these, and no module of OpenTelemetry is loaded.

import type { ClientInterceptors } from '@temporalio/client';
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry';
import type { InjectedSinks, WorkerInterceptors } from '@temporalio/worker';
import type { CommitTrace, OpenCommit } from '../../db/kernel/traces.ts';

export interface AskedRequest {
  readonly method: string;
  readonly requestId: string;
  /** As the caller sent it; null: it sent none. */
  readonly traceparent: string | null;
}

export interface AnsweredRequest {
  readonly status: number;
  /** As it is declared, without ids; null: there is no such route. */
  readonly route: string | null;
  readonly environment: string | null;
}

/** A request that waits for its commit, which others share. */
export interface Booking extends CommitTrace {
  /** @param transactionId what was booked; null: nothing was */
  end(transactionId: string | null): void;
}

/** One attempt to deliver an event. */
export interface SentEvent {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly endpointId: string;
  /** Of the commit that wrote the event; null: none was kept. */
  readonly traceparent: string | null;
}

export interface Tracing {
  /** Answers a request in a span of its own, below that of its caller. */
  request(asked: AskedRequest, work: () => Promise<AnsweredRequest>): Promise<void>;
  /** A commit that is asked for now; null: as part of nothing that is traced. */
  commit(): OpenCommit | null;
  /** The span that is open now, as a traceparent; null: none is. */
  origin(): string | null;
  /** The request that is under way asks the lane; null: none is. */
  booking(): Booking | null;
  /** Runs the commit of a group, linked to those who wait for it. */
  group<T>(bookings: readonly Booking[], work: () => Promise<T>): Promise<T>;
  /** Starts a workflow: below the one who caused it, or linked to many. */
  starting<T>(origins: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Sends with the headers that name the trace to the receiver. */
  sending<T extends { readonly delivered: boolean }>(
    sent: SentEvent,
    work: (headers: Readonly<Record<string, string>>) => Promise<T>,
  ): Promise<T>;
  /** What Temporal's clients and workers take so that headers carry the trace. */
  readonly clients: ClientInterceptors;
  readonly workers: {
    readonly interceptors: WorkerInterceptors;
    readonly sinks: InjectedSinks<OpenTelemetrySinks>;
  };
  /** Sends what is left, within some seconds. */
  close(): Promise<void>;
}
