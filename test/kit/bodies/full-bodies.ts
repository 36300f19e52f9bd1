// A body with every field for every operation that takes one, made from the document: from the
// schemas of its fields, and their examples. Fields that exclude each other are all there, and the
// ids name no object: these bodies are made wrong, one field at a time, and never accepted as they
// are.

import { exampleOf, type JsonSchema } from '../../../api/events/event-example.ts';
import { bodySchemaOf } from './bad-body.ts';
import type { JsonObject } from './json-schema.ts';
import { operationsIn } from './openapi.ts';

/** The bodies by operationId. */
export function fullBodies(document: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    operationsIn(document).flatMap(({ operation }) => {
      const schema = bodySchemaOf(document, operation);
      if (!schema) return [];
      const body = exampleOf(document, schema as JsonSchema, '', true) as JsonObject;
      return [[String(operation.operationId), body]];
    }),
  );
}
