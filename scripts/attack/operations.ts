// The operations of a bank in its OpenAPI documents, with paths in which real ids stand.

import { PREFIXES } from '../../ledger/id.ts';
import type { BankClient } from './client.ts';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path with its parameters in braces. */
  readonly path: string;
  readonly access: 'public' | 'operator' | 'developer';
  /** Scopes of which a key needs one; empty for public and operators' operations. */
  readonly scopes: readonly string[];
  readonly takesBody: boolean;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly content?: object };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads both documents: that of developers, and that of operators where there is one. */
export async function readOperations(
  client: BankClient,
  operatorKey: string | null,
): Promise<Operation[]> {
  const ownDocument = await client.call('/openapi.json');
  const ops = await client.call('/ops/openapi.json', { key: operatorKey });
  const documents = [ownDocument, ops].filter(({ status }) => status === 200);
  const entries = documents.flatMap(({ body }) => Object.entries((body.paths ?? {}) as object));
  const all = entries.flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      return operationOf(path, method, item[method] as DocumentedOperation);
    }),
  );
  return [...new Map(all.map((operation) => [operation.id, operation])).values()];
}

function operationOf(path: string, method: string, documented: DocumentedOperation): Operation {
  const { operationId: id, security = [], requestBody } = documented;
  const names = security.flatMap((scheme) => Object.keys(scheme));
  const isOperators = names.includes('operatorKey') || path.startsWith('/v1/ops/');
  const access = names.length === 0 ? 'public' : isOperators ? 'operator' : 'developer';
  const scopes = security.flatMap((scheme) => scheme.apiKey ?? []);
  return { id, method: method.toUpperCase(), path, access, scopes, takesBody: !!requestBody };
}

const ID = /\b[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** Returns all ids in a text. */
export function findIds(text: string): string[] {
  return [...new Set(text.match(ID) ?? [])];
}

/** Id prefixes of path parameters that are not named after their noun. */
const PREFIX_OF_PARAMETER: Readonly<Record<string, string>> = {
  endpointId: PREFIXES.webhookEndpoint,
  keyId: PREFIXES.apiKey,
  kycAssessmentId: PREFIXES.kycAssessment,
  subjectId: PREFIXES.transaction,
  reviewId: PREFIXES.riskReview,
  hitId: PREFIXES.screeningHit,
  jobId: PREFIXES.trainingJob,
  datasetId: PREFIXES.trainingDataset,
  evaluationId: PREFIXES.modelEvaluation,
  modelId: PREFIXES.model,
  versionId: PREFIXES.modelVersion,
};

const NEVER_EXISTED = '01m0000000000000000000000a';

/**
 * Returns a path with an id for each parameter.
 * @param ids known ids by prefix; for a prefix without one, an id that never existed is used
 */
export function fillPath(path: string, ids: ReadonlyMap<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const noun = name.replace(/Id$/, '');
    const prefix = PREFIX_OF_PARAMETER[name] ?? PREFIXES[noun as keyof typeof PREFIXES];
    if (prefix === undefined) return 'unknown';
    return ids.get(prefix) ?? `${prefix}_${NEVER_EXISTED}`;
  });
}

/** Returns one id of each prefix: the first in the list. */
export function byPrefix(ids: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>();
  for (const id of ids) {
    const [prefix = ''] = id.split('_');
    if (!byName.has(prefix)) byName.set(prefix, id);
  }
  return byName;
}
