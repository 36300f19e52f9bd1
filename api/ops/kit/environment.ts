// Operators are not bound to an environment, so their requests about money name one.

import { z } from '@hono/zod-openapi';

export const environmentField = z.enum(['sandbox', 'production']);

export const environmentQuery = z.strictObject({
  environment: environmentField.openapi({ description: 'The environment of the ledger.' }),
});
