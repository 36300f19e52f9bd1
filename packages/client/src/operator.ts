// The client for operators, for Node and browsers.
//
//   import { kontorOperator } from '@kontor/client/operator';
//   const staff = kontorOperator({ apiKey: 'op_…' });
//   for await (const item of staff.all.listWork({ queue: 'kyc' })) { … }
//
// In a page with a session cookie: `kontorOperator({ credentials: 'same-origin' })`, with `headers`
// for the token against forged requests.

import type { components, operations } from '../generated/operators.ts';
import { OPERATIONS } from '../generated/operators-operations.ts';
import { type Client, clientOf } from './client.ts';
import type { ClientOptions } from './transport.ts';

export { KontorConnectionError, KontorError } from './errors.ts';
export type { CallOptions } from './types.ts';
export type { ClientOptions };

/** Objects and bodies of operators' routes by their names in the OpenAPI document. */
export type OperatorSchemas = components['schemas'];

/** One method for each operation of operators. */
export type KontorOperator = Client<operations>;

/** Returns a client for one bank and operator. */
export function kontorOperator(options: ClientOptions = {}): KontorOperator {
  return clientOf<operations>(OPERATIONS, options);
}
