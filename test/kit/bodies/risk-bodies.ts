// What the risk of a payment is asked with.

import { transferOf } from '../bank/door.ts';
import type { JsonObject } from './json-schema.ts';

/** Every field of a question, those that exclude each other too. */
export function riskBodyOf(from: string, to: string, transactionId: string): JsonObject {
  return {
    transactionId,
    transaction: {
      ...transferOf(from, to, 10),
      externalParty: { name: 'Bob', accountNumber: '1', bankCode: '2', country: 'GB' },
    },
    context: {
      ipAddress: '192.0.2.1',
      deviceId: 'd',
      sessionId: 's',
      channel: 'web',
      location: { country: 'GB', lat: 51.5, lon: -0.1 },
    },
    options: { includeFeatures: true, includeCounterfactual: true, modelVersion: '2.1.0' },
  };
}
