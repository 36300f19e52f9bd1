// Operators stand above the environments, so what they ask about money names one.

import { z } from '@hono/zod-openapi';

export const environmentField = z.enum(['sandbox', 'production']);

export const environmentQuery = z.strictObject({
  environment: environmentField.openapi({ description: 'Which ledger is meant.' }),
});
