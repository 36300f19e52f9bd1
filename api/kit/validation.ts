// Converts zod's issues with a request to one problem that names every faulty field.

import type { Hook } from '@hono/zod-openapi';
import { refuseInexactNumber } from './body.ts';
import type { AppEnv } from './context.ts';
import { CATALOGUE, type ErrorCode, type FieldError, Problem } from './errors.ts';
import { escapePointerPart } from './json-text.ts';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly params?: { readonly code?: string };
  readonly expected?: string;
  /** The issues that each variant of a union has with the value. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Maximum number of faults in an answer. */
const MAX_ERRORS = 100;

/**
 * The hook of every route.
 * @throws Problem when the request does not match its schema
 */
export const refuseInvalid: Hook<unknown, AppEnv, string, unknown> = (result, c) => {
  if (result.target === 'form' && !isForm(c.req.header('content-type'))) {
    throw new Problem('unsupported_media_type', 'The body must be multipart/form-data.');
  }
  if (result.success) {
    if (result.target === 'json') refuseInexactNumber(c.get('inexact'));
    return;
  }
  const isInBody = result.target === 'json' || result.target === 'form';
  if (isInBody) throw problemOfIssues(result.error.issues);
  const issues = result.error.issues as readonly Issue[];
  const isQuery = result.target === 'query';
  const query = isQuery ? new URL(c.req.url).searchParams : new URLSearchParams();
  const errors = issues
    .flatMap((issue) => listFieldErrors(issue, false))
    .slice(0, MAX_ERRORS)
    .map((error) => queryFault(error, query.getAll(error.pointer)));
  const areAllMissing = errors.every((error) => error.code === 'missing_parameter');
  throw new Problem(areAllMissing ? 'missing_parameter' : 'invalid_parameter', undefined, {
    errors,
  });
};

/** Returns the problem of a body that does not match its schema. */
export function problemOfIssues(issues: readonly unknown[]): Problem {
  const errors = issuesOf(issues);
  return new Problem(findCommonCode(errors), undefined, { errors });
}

const ONE_VALUE = 'Expected one value: the parameter is there more than once.';

/**
 * Improves the message of faults that only queries have: a repeated parameter, or a time offset
 * whose unescaped plus sign became a blank.
 */
function queryFault(
  error: FieldError,
  [value = '', ...otherValues]: readonly string[],
): FieldError {
  if (error.code === 'unknown_field') return error;
  if (otherValues.length > 0 && error.message.startsWith('Invalid option')) {
    return { ...error, message: ONE_VALUE };
  }
  if (!/T[\d:.]+ \d\d:?\d\d$/.test(value)) return error;
  const message = error.message.replace(/[^.]$/, '$&.');
  return { ...error, message: `${message} Write the + of the offset as %2B.` };
}

function isForm(type: string | undefined): boolean {
  return /^multipart\/form-data\s*;/i.test(type ?? '');
}

/** Returns every field at fault of a value that was read outside of its request. */
export function issuesOf(issues: readonly unknown[]): FieldError[] {
  const errors = (issues as readonly Issue[]).flatMap((issue) => listFieldErrors(issue, true));
  return errors.slice(0, MAX_ERRORS);
}

/** Returns the code of the catalogue that all faults share, otherwise the general one. */
function findCommonCode(errors: readonly FieldError[]): ErrorCode {
  const [first, ...rest] = errors;
  if (!first || !Object.hasOwn(CATALOGUE, first.code)) return 'validation_failed';
  return rest.every((error) => error.code === first.code)
    ? (first.code as ErrorCode)
    : 'validation_failed';
}

function listFieldErrors(issue: Issue, isInBody: boolean): FieldError[] {
  if (issue.code === 'invalid_union') {
    const inner = findVariantIssues(issue.errors ?? []);
    if (inner.length > 0) {
      const path = (nested: Issue) => [...issue.path, ...nested.path];
      return inner.flatMap((issue) => listFieldErrors({ ...issue, path: path(issue) }, isInBody));
    }
  }
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).slice(0, MAX_ERRORS).map((key) => ({
      pointer: formatPointer([...issue.path, key], isInBody),
      code: 'unknown_field',
      message: 'This operation does not know the field; leave it out.',
    }));
  }
  const isAbsent = /received undefined/.test(issue.message);
  const code = issue.params?.code ?? (isAbsent && !isInBody ? 'missing_parameter' : 'invalid');
  return [
    {
      pointer: formatPointer(issue.path, isInBody),
      code,
      message: messageOf(issue, { isAbsent, isInBody }),
    },
  ];
}

/**
 * Returns the issues inside an object with several variants, which a field with a fixed value
 * distinguishes. For a value that is not an object, returns the issues of the variant that is not
 * an object.
 */
function findVariantIssues(kinds: readonly (readonly Issue[])[]): readonly Issue[] {
  const isUnknown = ({ code }: Issue) => code === 'unrecognized_keys';
  const isTag = ({ code, path }: Issue) => code === 'invalid_value' && path.length === 1;
  const objects = kinds.filter((issues) =>
    issues.every((issue) => isUnknown(issue) || issue.path.length > 0),
  );
  const variant = objects.find((issues) => !issues.some(isTag));
  if (variant) return variant;
  const tag = objects.flat().find(isTag);
  if (objects.length === 0) {
    const isObject = ({ code, expected }: Issue) =>
      code === 'invalid_type' && expected === 'object';
    const plainIssues = kinds.filter((issues) => !issues.some(isObject));
    return plainIssues.length === 1 ? (plainIssues[0] ?? []) : [];
  }
  return tag ? [{ ...tag, message: 'This value names no known variant of the object.' }] : [];
}

function messageOf(
  { code, message }: Issue,
  { isAbsent, isInBody }: { readonly isAbsent: boolean; readonly isInBody: boolean },
): string {
  if (isAbsent) return 'This field is required.';
  const isRepeated = !isInBody && code === 'invalid_type' && message.endsWith('received array');
  return isRepeated ? ONE_VALUE : message;
}

/** Returns an RFC 6901 pointer for a body, the plain name for a parameter. */
function formatPointer(path: readonly PropertyKey[], isInBody: boolean): string {
  if (!isInBody) return path.map(String).join('.');
  return path.map((part) => escapePointerPart(String(part))).join('');
}
