// The body of an operator's act: the environment, the fields of the decision, and the reason.

import { z } from '@hono/zod-openapi';
import { jsonBody, textSchema } from '../../kit/schemas.ts';
import { environmentField } from './environment.ts';

/**
 * Returns the `body` of a route, which refuses unknown fields.
 * @param name the name of the schema in the OpenAPI document
 * @param fields the fields beside the environment and the reason
 */
export function actBody<Fields extends z.ZodRawShape>(name: string, fields: Fields) {
  const reason = textSchema(500).min(1);
  const schema = z.strictObject({ environment: environmentField, ...fields, reason }).openapi(name);
  return jsonBody(schema);
}
