// Reads a body on another thread. The result is the value of its schema, or a fault that can be
// sent between threads and is converted to a problem.

import type { z } from '@hono/zod-openapi';
import { Refusal } from '../../ledger/refusal.ts';
import { checkText, refuseInexactNumber } from './body.ts';
import { type ErrorCode, type FieldError, Problem, refusalProblem } from './errors.ts';
import { problemOfIssues } from './validation.ts';

/** A problem in a form that threads can send. */
export interface Fault {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

/** True for a fault, false for the value of a schema. */
export function isFault(result: Fault | object): result is Fault {
  return 'code' in result;
}

/** Converts a fault to the problem of the answer. */
export function problemOfFault({ code, detail, errors }: Fault): Problem {
  return new Problem(code, detail, errors.length > 0 ? { errors } : {});
}

/**
 * Converts an error to a fault.
 * @throws the error itself when it is not a fault of the request
 */
export function toFault(error: unknown): Fault {
  const problem = error instanceof Refusal ? refusalProblem(error) : error;
  if (!(problem instanceof Problem)) throw error;
  return { code: problem.code, detail: problem.message, errors: problem.fields.errors ?? [] };
}

/**
 * Returns the checked body.
 * @throws Problem with every field at fault
 */
export function parseBody<Schema extends z.ZodType>(
  bytes: ArrayBuffer,
  schema: Schema,
): z.output<Schema> {
  const { text, inexact } = checkText(bytes);
  const read = parseJson(text);
  if (!read) throw new Problem('malformed_json');
  const checked = schema.safeParse(read.value);
  if (!checked.success) throw problemOfIssues(checked.error.issues);
  refuseInexactNumber(inexact);
  return checked.data;
}

/** Returns null when the text is not JSON. */
function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
