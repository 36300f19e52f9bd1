// Errors of a call: the bank refused it, or no answer arrived.

/** A field of a request that the bank did not accept. */
export interface FieldError {
  /** A JSON pointer into the body, or the name of a parameter or header. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** The body of an error (RFC 9457); `GET /errors` of the bank explains the codes. */
export interface ProblemBody<Code extends string = string> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: Code;
  readonly requestId: string;
  readonly retryable: boolean;
  readonly errors?: readonly FieldError[];
  readonly transactionId?: string;
  readonly existingId?: string;
  readonly retryAfterSeconds?: number;
}

/** The bank refused the request. */
export class KontorError<Code extends string = string> extends Error {
  override readonly name = 'KontorError';
  readonly status: number;
  /** Decide by this one. */
  readonly code: Code;
  /** The address of the page about the code, at the bank that answered. */
  readonly type: string;
  /** Name it when you ask the bank about the request. */
  readonly requestId: string;
  /** True: the same request may succeed later without a change. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  /** All fields that the bank did not accept; empty when the request as such was well formed. */
  readonly fields: readonly FieldError[];
  /** The record of a declined transaction. */
  readonly transactionId: string | null;
  /** The whole body. */
  readonly problem: ProblemBody<Code>;

  constructor(problem: ProblemBody<Code>) {
    super(`${problem.code}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.type = problem.type;
    this.requestId = problem.requestId;
    this.retryable = problem.retryable;
    this.retryAfterSeconds = problem.retryAfterSeconds ?? null;
    this.fields = Array.isArray(problem.errors) ? problem.errors : [];
    this.transactionId = problem.transactionId ?? null;
    this.problem = problem;
  }

  /** The bank's error about one field, or null without one. */
  field(pointer: string): FieldError | null {
    return this.fields.find((one) => one.pointer === pointer) ?? null;
  }
}

/** Why no answer came. */
export type ConnectionFault = 'network' | 'timeout' | 'not_kontor';

/** No answer of a bank came: it cannot be known whether the request took effect. */
export class KontorConnectionError extends Error {
  override readonly name = 'KontorConnectionError';
  readonly fault: ConnectionFault;
  /** Send it again with this key, and the request takes effect once. */
  readonly idempotencyKey: string | null;

  constructor(
    message: string,
    options: ErrorOptions & { fault: ConnectionFault; idempotencyKey?: string | null },
  ) {
    super(message, options);
    this.fault = options.fault;
    this.idempotencyKey = options.idempotencyKey ?? null;
  }
}

/** The awaited object did not come to rest in time; it may do so later. */
export class KontorWaitError extends Error {
  override readonly name = 'KontorWaitError';
  /** As it was when it was read last. */
  readonly last: unknown;

  constructor(message: string, last: unknown) {
    super(message);
    this.last = last;
  }
}
