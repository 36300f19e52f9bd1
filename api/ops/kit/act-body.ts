// The body of an act of an operator: the environment that is meant, what is decided, and why.

import { z } from '@hono/zod-openapi';
import { jsonBody, textSchema } from '../../kit/schemas.ts';
import { environmentField } from './environment.ts';

/**
 * The `body` of a route, which refuses unknown fields.
 * @param name of the schema in the OpenAPI document
 * @param fields what is asked for beside the environment and the reason
 */
export function actBody<Fields extends z.ZodRawShape>(name: string, fields: Fields) {
  const reason = textSchema(500).min(1);
  const schema = z.strictObject({ environment: environmentField, ...fields, reason }).openapi(name);
  return jsonBody(schema);
}
