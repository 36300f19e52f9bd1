// Checks a call of a contract's function before the chain is asked: the allow-list, the arguments,
// the value, the transaction. What is wrong is named by its pointer.

import type { z } from '@hono/zod-openapi';
import { type ArgumentFault, callerParameters, checkArguments } from '../../chain/arguments.ts';
import { encodeCall } from '../../chain/contract-call.ts';
import {
  type Contract,
  type ContractFunction,
  findContract,
  findFunction,
  PARTIES,
} from '../../chain/registry.ts';
import type { ContractCall } from '../../chain/simulate.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { Desk } from '../kit/context.ts';
import { type FieldError, Problem } from '../kit/errors.ts';
import type { ContractDesk } from './contract-desk.ts';
import type { callBody } from './contract-schema.ts';

export interface Called {
  readonly contract: Contract;
  readonly called: ContractFunction;
}

/** The function of the path, when it is on the allow-list. */
export function functionOf(path: { readonly name: string; readonly function: string }): Called {
  const contract = findContract(path.name);
  if (!contract) throw new Problem('contract_not_found');
  const called = findFunction(contract, path.function);
  if (called) return { contract, called };
  const allowed = contract.functions.map(({ name }) => name).join(', ');
  throw new Problem(
    'function_not_allowed',
    `${contract.name} has no function ${path.function}; its functions are ${allowed}.`,
  );
}

/** Who calls, and for whom. */
export interface Caller {
  readonly desk: Desk;
  readonly tenantId: string;
  /** The id of the API key, or `BANK` for an operator. */
  readonly actor: string;
  /** True when the developer has a key of that id, of the same environment. */
  readonly hasKey: (keyId: string) => Promise<boolean>;
}

export interface CheckedCall {
  readonly contracts: ContractDesk;
  readonly call: ContractCall;
  readonly transactionId: string | null;
  /** The checked arguments by the name of their parameter. */
  readonly given: ReadonlyMap<string, unknown>;
}

/**
 * Checks body and transaction.
 * @throws Problem for the caller's mistakes, and when no chain can be asked
 */
export async function checkCall(
  { desk, tenantId, actor, hasKey }: Caller,
  { contract, called }: Called,
  body: z.infer<typeof callBody>,
): Promise<CheckedCall> {
  const transactionId = transactionOf(called, body.transactionId);
  const value = BigInt(body.value ?? 0);
  if (value > called.valueMost) {
    const message = `Expected at most ${called.valueMost} wei.`;
    throw argumentProblem('value_out_of_range', [
      { pointer: '/value', code: 'value_out_of_range', message },
    ]);
  }
  const checked = checkArguments(called, body.arguments, { tenantId, transactionId, actor });
  if (!checked.ok) throw argumentProblem('validation_failed', checked.faults.map(fieldOf));
  await requireKeys(called, body.arguments, hasKey);
  if (transactionId !== null && !(await findTransaction(desk.ledger, tenantId, transactionId))) {
    throw new Problem('transaction_not_found');
  }
  const { contracts } = desk;
  if (!contracts) throw new Problem('chain_not_configured');
  const place = await contracts.place(contract);
  if (!place) {
    const detail = 'The contract is not deployed on the chain yet; try again in a few seconds.';
    throw new Problem('chain_unavailable', detail, { retryAfterSeconds: 5 });
  }
  const names = called.abi.inputs.map(({ name }) => name ?? '');
  return {
    contracts,
    transactionId,
    given: new Map(names.map((name, index) => [name, checked.values[index]])),
    call: {
      contract,
      called,
      from: place.from,
      to: place.address,
      data: encodeCall(called, checked.values),
      value,
    },
  };
}

/** Every key that is named as a party is one of the developer's. */
async function requireKeys(
  called: ContractFunction,
  given: readonly unknown[],
  hasKey: Caller['hasKey'],
): Promise<void> {
  for (const [index, { name }] of callerParameters(called).entries()) {
    const id = given[index];
    const isParty = PARTIES.some((party) => party === name);
    if (!isParty || typeof id !== 'string' || !id.startsWith('key_')) continue;
    if (await hasKey(id)) continue;
    const message = 'No API key of yours has this id in this environment.';
    const pointer = `/arguments/${index}`;
    throw argumentProblem('validation_failed', [{ pointer, code: 'invalid_argument', message }]);
  }
}

/** Pointer of an argument, by the name of its parameter. */
export function pointerOf(called: ContractFunction, parameter: string): string {
  const index = callerParameters(called).findIndex(({ name }) => name === parameter);
  return `/arguments/${index}`;
}

export function argumentProblem(
  code: 'validation_failed' | 'value_out_of_range' | 'amount_mismatch' | 'currency_mismatch',
  errors: readonly FieldError[],
): Problem {
  return new Problem(code, undefined, { errors });
}

function transactionOf(called: ContractFunction, given: string | undefined): string | null {
  if ((called.effect !== 'none') === (given !== undefined)) return given ?? null;
  const message = given
    ? 'This function uses no transaction; leave the field out.'
    : 'This function uses the hold of a transaction: send the id of that transaction.';
  throw argumentProblem('validation_failed', [
    { pointer: '/transactionId', code: 'invalid', message },
  ]);
}

function fieldOf({ path, code, message }: ArgumentFault): FieldError {
  return { pointer: ['/arguments', ...path].join('/'), code, message };
}
