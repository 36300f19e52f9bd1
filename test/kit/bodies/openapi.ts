// Checks the structure of an OpenAPI 3.1 document as far as generators of clients depend on it:
// every reference resolves, every parameter is declared once, every id is unique.

import { readFileSync } from 'node:fs';
import { type JsonObject, resolveReference } from './json-schema.ts';

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

/** Reads a committed document: `openapi.json` or `ops-openapi.json`. */
export function readCommitted(name: string): JsonObject {
  return JSON.parse(
    readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8'),
  );
}

/** The developers' document and the operators' document merged into one. */
export function readWholeDocument(): JsonObject {
  const [developerDocument, ops] = [
    readCommitted('openapi.json'),
    readCommitted('ops-openapi.json'),
  ];
  const [developerSchemas, operatorSchemas] = [developerDocument, ops].map(
    ({ components }) => components as JsonObject,
  );
  const mergeSchemas = (name: string) => ({
    ...(developerSchemas?.[name] as JsonObject),
    ...(operatorSchemas?.[name] as JsonObject),
  });
  return {
    ...developerDocument,
    paths: { ...(developerDocument.paths as JsonObject), ...(ops.paths as JsonObject) },
    components: {
      ...developerSchemas,
      schemas: mergeSchemas('schemas'),
      responses: mergeSchemas('responses'),
      headers: mergeSchemas('headers'),
      securitySchemes: mergeSchemas('securitySchemes'),
    },
  };
}

/** Returns the document without some operations, for a bank without their subjects. */
export function removeOperations(
  document: JsonObject,
  absent: readonly { readonly method: string; readonly path: string }[],
): JsonObject {
  const paths = structuredClone(document.paths) as Record<string, Record<string, JsonObject>>;
  for (const { method, path } of absent) {
    delete paths[path]?.[method.toLowerCase()];
    if (Object.keys(paths[path] ?? {}).length === 0) delete paths[path];
  }
  return { ...document, paths };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Returns the operations of a document. */
export function operationsIn(document: JsonObject): DocumentedOperation[] {
  return Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: operation as JsonObject,
      })),
  );
}

/** Returns the faults of a document; empty when there are none. */
export function findFaults(document: JsonObject): string[] {
  const operations = operationsIn(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  return [
    ...(/^3\.1\.\d+$/.test(String(document.openapi)) ? [] : ['openapi is not 3.1']),
    ...['title', 'version']
      .filter((name) => typeof (document.info as JsonObject)[name] !== 'string')
      .map((name) => `info.${name} is missing`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operationId ${id} twice`),
    ...operations.flatMap((operation) => operationFaults(document, operation)),
    ...referenceFaults(document),
  ];
}

function operationFaults(
  document: JsonObject,
  { method, path, operation }: DocumentedOperation,
): string[] {
  const label = `${method} ${path}`;
  const texts = ['operationId', 'summary'].filter((name) => typeof operation[name] !== 'string');
  const codes = Object.keys((operation.responses ?? {}) as JsonObject);
  const bodies = [
    ...Object.values((operation.responses ?? {}) as JsonObject).map((response) =>
      resolveReference(document, response as JsonObject),
    ),
    ...(operation.requestBody ? [operation.requestBody] : []),
  ] as JsonObject[];
  return [
    ...texts.map((name) => `${label}: no ${name}`),
    ...(codes.some((code) => /^2\d\d$/.test(code)) ? [] : [`${label}: no success is described`]),
    ...(codes.includes('default') ? [] : [`${label}: no problem is described`]),
    ...codes
      .filter((code) => !/^([1-5]\d\d|default)$/.test(code))
      .map((code) => `${label}: ${code}`),
    ...bodies
      .filter(({ content }) => !Object.values(content as JsonObject).every(hasSchema))
      .map(() => `${label}: a body without a schema`),
    ...parameterFaults(label, path, operation),
    ...securityFaults(document, label, operation),
  ];
}

function hasSchema(media: unknown): boolean {
  return typeof (media as JsonObject).schema === 'object';
}

function parameterFaults(label: string, path: string, operation: JsonObject): string[] {
  const parameters = (operation.parameters ?? []) as JsonObject[];
  const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => `path ${match[1]}`);
  return [
    ...keys
      .filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `${label}: ${key} twice`),
    ...inPath.filter((key) => !keys.includes(key)).map((key) => `${label}: ${key} is not declared`),
    ...keys
      .filter((key) => key.startsWith('path ') && !inPath.includes(key))
      .map((key) => `${label}: ${key} is not in the path`),
    ...parameters
      .filter((parameter) => parameter.in === 'path' && parameter.required !== true)
      .map((parameter) => `${label}: ${parameter.name} has to be required`),
    ...parameters
      .filter((parameter) => !hasSchema(parameter))
      .map((parameter) => `${label}: ${parameter.name} has no schema`),
  ];
}

function securityFaults(document: JsonObject, label: string, operation: JsonObject): string[] {
  if (!Array.isArray(operation.security)) return [`${label}: security is not stated`];
  const schemes = (document.components as JsonObject).securitySchemes as JsonObject;
  return (operation.security as JsonObject[])
    .flatMap((scheme) => Object.keys(scheme))
    .filter((name) => !Object.hasOwn(schemes, name))
    .map((name) => `${label}: security scheme ${name} does not exist`);
}

function referenceFaults(document: JsonObject): string[] {
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
  return [...new Set([...references].map((match) => match[1] ?? ''))].flatMap(($ref) => {
    try {
      resolveReference(document, { $ref });
      return [];
    } catch {
      return [`${$ref} points nowhere`];
    }
  });
}
