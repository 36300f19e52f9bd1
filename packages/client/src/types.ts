// Derives the types of a client from those of an OpenAPI document: one method for each operation,
// whose argument has the parameters of path and query, and the body as `body`.

/** The parts of an operation in the types of openapi-typescript. */
interface OperationShape {
  readonly parameters: { readonly query?: object; readonly path?: object };
  readonly requestBody?: { readonly content: object };
  readonly responses: object;
}

type GivenObject<T> = T extends object ? T : Record<never, never>;

type ContentOf<C> = C extends { readonly 'application/json': infer Body }
  ? Body
  : C extends { readonly 'multipart/form-data': unknown }
    ? FormData
    : never;

type BodyOf<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? { readonly body: ContentOf<C> }
  : O extends { readonly requestBody?: { readonly content: infer C } }
    ? { readonly body?: ContentOf<C> }
    : Record<never, never>;

/** Arguments of a method. */
export type ArgumentsOf<O> = O extends OperationShape
  ? GivenObject<O['parameters']['path']> & GivenObject<O['parameters']['query']> & BodyOf<O>
  : never;

type AnswerOfContent<C> = C extends { readonly 'application/json': infer Body }
  ? Body
  : C extends { readonly 'text/csv': unknown } | { readonly 'text/plain': unknown }
    ? string
    : unknown;

type SuccessOf<R> = {
  [Status in keyof R]: Status extends 200 | 201 | 202
    ? R[Status] extends { readonly content: infer C }
      ? AnswerOfContent<C>
      : undefined
    : never;
}[keyof R];

/** Answer of a method. */
export type AnswerOf<O> = O extends OperationShape ? SuccessOf<O['responses']> : never;

/** Item type of a list's pages. */
export type ItemOf<O> =
  AnswerOf<O> extends { readonly data: readonly (infer Item)[] } ? Item : never;

type ListNames<Operations> = {
  [Name in keyof Operations]: AnswerOf<Operations[Name]> extends {
    readonly data: readonly unknown[];
    readonly hasMore: boolean;
  }
    ? Name
    : never;
}[keyof Operations];

/** Options of one request. */
export interface CallOptions {
  /** Requests with the same key take effect once. By default each POST gets a new key. */
  readonly idempotencyKey?: string;
  /** Changes only this version of the object: its ETag or `version`. */
  readonly ifMatch?: string | number;
  /** Why an operator reads personal data; logged in the audit log. */
  readonly reason?: string;
  /** Requests an answer at once, while the work continues. */
  readonly respondAsync?: boolean;
  readonly signal?: AbortSignal;
  /** Timeout of one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** Maximum repetitions of the request; 0 for none. */
  readonly retries?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** True when all arguments are optional. */
type AllOptional<T> = Record<never, never> extends T ? true : false;

type Plan = { readonly dryRun: true };

/** A request and its dry run, distinguished by `dryRun` of the body. */
interface PlannedMethod<O> {
  (input: ArgumentsOf<O> & { body: Plan }, call?: CallOptions): Promise<Extract<AnswerOf<O>, Plan>>;
  (input: ArgumentsOf<O>, call?: CallOptions): Promise<Exclude<AnswerOf<O>, Plan>>;
}

type Method<O> = [Extract<AnswerOf<O>, Plan>] extends [never]
  ? AllOptional<ArgumentsOf<O>> extends true
    ? (input?: ArgumentsOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>
    : (input: ArgumentsOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>
  : PlannedMethod<O>;

type Walk<O> =
  AllOptional<ArgumentsOf<O>> extends true
    ? (input?: ArgumentsOf<O>, options?: CallOptions) => AsyncGenerator<ItemOf<O>, void, void>
    : (input: ArgumentsOf<O>, options?: CallOptions) => AsyncGenerator<ItemOf<O>, void, void>;

/** One method for each operation. */
export type Methods<Operations> = { readonly [Name in keyof Operations]: Method<Operations[Name]> };

/** One iterator over all pages for each list. */
export type Walks<Operations> = {
  readonly [Name in ListNames<Operations>]: Walk<Operations[Name]>;
};

/** Method and path of each operation. */
export type OperationTable = Readonly<Record<string, readonly [method: string, path: string]>>;
