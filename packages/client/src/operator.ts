// The client of an operator, in Node and in browsers.
//
//   import { kontorOperator } from '@kontor/client/operator';
//   const staff = kontorOperator({ apiKey: 'op_…' });
//   for await (const item of staff.all.listWork({ queue: 'kyc' })) { … }
//
// In a page that has a session in a cookie: `kontorOperator({ credentials: 'same-origin' })`, with
// `headers` for its token against forged requests.

import type { components, operations } from '../generated/operators.ts';
import { OPERATIONS } from '../generated/operators-operations.ts';
import { type Client, clientOf } from './client.ts';
import type { ClientOptions } from './transport.ts';

export { KontorConnectionError, KontorError } from './errors.ts';
export type { CallOptions } from './types.ts';
export type { ClientOptions };

/** Objects and bodies of the operators' routes by their names in the document. */
export type OperatorSchemas = components['schemas'];

/** One method for each operation of operators. */
export type KontorOperator = Client<operations>;

/** A client of the bank at an address, for one operator. */
export function kontorOperator(options: ClientOptions = {}): KontorOperator {
  return clientOf<operations>(OPERATIONS, options);
}
