// A body with every field for every operation that takes a body, made from the schemas and examples
// of the OpenAPI document. It also has fields that exclude each other, and ids of no object: tests
// make one field at a time invalid, and no body is accepted as it is.

import { exampleOf, type JsonSchema } from '../../../api/events/event-example.ts';
import { bodySchemaOf } from './bad-body.ts';
import type { JsonObject } from './json-schema.ts';
import { operationsIn } from './openapi.ts';

/** Returns the bodies by operationId. */
export function makeFullBodies(document: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    operationsIn(document).flatMap(({ operation }) => {
      const schema = bodySchemaOf(document, operation);
      if (!schema) return [];
      const body = exampleOf(document, schema as JsonSchema, '', true) as JsonObject;
      return [[String(operation.operationId), body]];
    }),
  );
}
