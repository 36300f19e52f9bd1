// Errors of calls: the bank refused the request, or no answer arrived.

/** A refused field of a request. */
export interface FieldError {
  /** JSON pointer into the body, or name of a parameter or header. */
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

/** Thrown when the bank refuses a request. */
export class KontorError<Code extends string = string> extends Error {
  override readonly name = 'KontorError';
  readonly status: number;
  /** The code by which programs decide. */
  readonly code: Code;
  /** URL of the bank's page about the code. */
  readonly type: string;
  /** Id of the request, for questions to the bank. */
  readonly requestId: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  /** All refused fields; empty when the request was well formed. */
  readonly fields: readonly FieldError[];
  /** Id of the declined transaction. */
  readonly transactionId: string | null;
  /** The whole body of the answer. */
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

  /** The error of a field; null without one. */
  field(pointer: string): FieldError | null {
    return this.fields.find((field) => field.pointer === pointer) ?? null;
  }
}

/** The reason for the missing answer. */
export type ConnectionFault = 'network' | 'timeout' | 'not_kontor';

/** Thrown when no answer of a bank arrives: it is unknown whether the request took effect. */
export class KontorConnectionError extends Error {
  override readonly name = 'KontorConnectionError';
  readonly fault: ConnectionFault;
  /** Repeat the request with this key, so that it takes effect only once. */
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

/** Thrown when an awaited object is not finished in time; it may finish later. */
export class KontorWaitError extends Error {
  override readonly name = 'KontorWaitError';
  /** The object as it was last read. */
  readonly last: unknown;

  constructor(message: string, last: unknown) {
    super(message);
    this.last = last;
  }
}
