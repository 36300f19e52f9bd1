// Checks a call of a contract's function before its simulation: the allow-list, the arguments, the
// value, the transaction. Each fault is reported with its pointer.

import type { z } from '@hono/zod-openapi';
import { hexToString } from 'viem';
import { type ArgumentFault, callerParameters, checkArguments } from '../../chain/arguments.ts';
import { encodeCall } from '../../chain/contract-call.ts';
import {
  type Contract,
  type ContractFunction,
  findContract,
  findFunction,
  PARTIES,
} from '../../chain/registry.ts';
import type { ContractCall, Simulation } from '../../chain/simulate.ts';
import type { PaymentOrder } from '../../db/executions/guard.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { Services } from '../kit/context.ts';
import { type FieldError, Problem } from '../kit/errors.ts';
import type { callBody } from './contract-schema.ts';
import type { ContractServices } from './contract-services.ts';

export interface CallTarget {
  readonly contract: Contract;
  readonly called: ContractFunction;
}

/**
 * Returns the function in the path.
 * @throws Problem unless it is on the allow-list
 */
export function requireFunction(path: {
  readonly name: string;
  readonly function: string;
}): CallTarget {
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

/** The calling party, and the tenant that the call concerns. */
export interface Caller {
  readonly services: Services;
  readonly tenantId: string;
  /**
   * The parties for which the caller can sign, the likeliest first. The contract decides which one
   * has the role.
   */
  readonly actors: readonly string[];
  /** Returns the party with an id, or null when there is none. */
  readonly partyOf: (id: string) => Promise<string | null>;
}

export interface CheckedCall {
  readonly contracts: ContractServices;
  readonly call: ContractCall;
  readonly transactionId: string | null;
  /** The checked arguments by the name of their parameter. */
  readonly byName: ReadonlyMap<string, unknown>;
}

/**
 * Checks the body and the transaction of a call.
 * @throws Problem for mistakes of the caller, and when no chain is available
 */
export async function checkCall(
  { services, tenantId, partyOf }: Pick<Caller, 'services' | 'tenantId' | 'partyOf'>,
  { contract, called }: CallTarget,
  body: Pick<z.infer<typeof callBody>, 'arguments' | 'transactionId' | 'value'>,
  actor: string,
): Promise<CheckedCall> {
  const transactionId = checkTransactionId(called, body.transactionId);
  const value = BigInt(body.value ?? 0);
  if (value > called.maxValue) {
    const message = `Expected at most ${called.maxValue} wei.`;
    throw argumentProblem('value_out_of_range', [
      { pointer: '/value', code: 'value_out_of_range', message },
    ]);
  }
  const filled = { tenantId, transactionId, actor };
  const givenArguments = checkArguments(called, body.arguments, filled);
  if (!givenArguments.ok)
    throw argumentProblem('validation_failed', givenArguments.faults.map(fieldOf));
  const parties = await resolveParties(called, body.arguments, partyOf);
  const resolvedArguments = checkArguments(called, parties, filled);
  if (!resolvedArguments.ok)
    throw argumentProblem('validation_failed', resolvedArguments.faults.map(fieldOf));
  const names = called.abi.inputs.map(({ name }) => name ?? '');
  const byName = new Map(names.map((name, index) => [name, resolvedArguments.values[index]]));
  refusePast(called, byName.get('deadline'), services.ledger.clock(tenantId));
  if (
    transactionId !== null &&
    !(await findTransaction(services.ledger, tenantId, transactionId))
  ) {
    throw new Problem('transaction_not_found');
  }
  const { contracts } = services;
  if (!contracts) throw new Problem('chain_not_configured');
  const place = await contracts.findPlace(contract);
  if (!place) {
    const detail = 'The contract is not deployed on the chain yet; try again in a few seconds.';
    throw new Problem('chain_unavailable', detail, { retryAfterSeconds: 5 });
  }
  return {
    contracts,
    transactionId,
    byName,
    call: {
      contract,
      called,
      from: place.from,
      to: place.address,
      data: encodeCall(called, resolvedArguments.values),
      value,
    },
  };
}

/** Refuses a past deadline, which the chain would accept when the sandbox clock is ahead of it. */
function refusePast(called: ContractFunction, deadline: unknown, now: number): void {
  if (deadline === undefined || Number(deadline) * 1000 > now) return;
  const message = `Expected a future time in seconds: your clock shows ${Math.floor(now / 1000)}.`;
  const pointer = pointerOf(called, 'deadline');
  throw argumentProblem('validation_failed', [{ pointer, code: 'invalid_argument', message }]);
}

/**
 * Returns the arguments with the permanent id of each party, which does not change by rotations.
 */
async function resolveParties(
  called: ContractFunction,
  values: readonly unknown[],
  partyOf: Caller['partyOf'],
): Promise<unknown[]> {
  const resolved = [...values];
  for (const [index, { name }] of callerParameters(called).entries()) {
    const id = values[index];
    const isParty = PARTIES.some((party) => party === name);
    if (!isParty || typeof id !== 'string' || !/^(key|dev|cust)_/.test(id)) continue;
    const party = await partyOf(id);
    if (party === null) {
      const message =
        'Expected a key of yours in this environment, another developer, or a customer of yours.';
      const pointer = `/arguments/${index}`;
      throw argumentProblem('validation_failed', [{ pointer, code: 'invalid_argument', message }]);
    }
    resolved[index] = party;
  }
  return resolved;
}

/**
 * Errors of the contract for a signer without the role. Another party of the caller may have the
 * role.
 */
const MISSING_ROLE_ERRORS = ['NotDepositor', 'NotBeneficiary', 'NotParty', 'NotArbiter'];

/**
 * Simulates the call as each party of the caller until the contract accepts one. Returns that call
 * and its outcome.
 * @throws Problem `contract_reverted` when the contract accepts none: with the reason for the
 * likeliest party, or the first reason other than a missing role
 */
export async function callAsParty(
  caller: Caller,
  target: CallTarget,
  body: z.infer<typeof callBody>,
): Promise<{ readonly checked: CheckedCall; readonly outcome: Simulation & { kind: 'done' } }> {
  let refusal: (Simulation & { kind: 'reverted' }) | undefined;
  for (const actor of caller.actors) {
    const checked = await checkCall(caller, target, body, actor);
    const outcome = await checked.contracts.simulate(checked.call);
    if (outcome.kind === 'done') return { checked, outcome };
    refusal ??= outcome;
    if (!MISSING_ROLE_ERRORS.includes(outcome.revert.name)) {
      refusal = outcome;
      break;
    }
  }
  const revert = refusal?.revert ?? { name: 'Unknown', args: {} };
  throw new Problem('contract_reverted', `The contract reverts the call with ${revert.name}.`, {
    revert,
  });
}

/**
 * Returns the payment that the arguments describe. The parameters have the same names in every
 * contract.
 */
export function paymentOf(
  { called }: CallTarget,
  { transactionId, byName }: CheckedCall,
): PaymentOrder | null {
  if (transactionId === null) return null;
  const deadline = byName.get('deadline');
  return {
    transactionId,
    amount: byName.get('amount') as bigint,
    currency: hexToString(byName.get('currency') as `0x${string}`),
    heldUntil: deadline === undefined ? null : Number(deadline) * 1000,
    pointers: { amount: pointerOf(called, 'amount'), currency: pointerOf(called, 'currency') },
  };
}

/** Returns the JSON pointer of an argument by the name of its parameter. */
export function pointerOf(called: ContractFunction, parameter: string): string {
  const index = callerParameters(called).findIndex(({ name }) => name === parameter);
  return `/arguments/${index}`;
}

/** Returns the problem of faulty arguments. */
export function argumentProblem(
  code: 'validation_failed' | 'value_out_of_range' | 'amount_mismatch' | 'currency_mismatch',
  errors: readonly FieldError[],
): Problem {
  return new Problem(code, undefined, { errors });
}

function checkTransactionId(
  called: ContractFunction,
  transactionId: string | undefined,
): string | null {
  if ((called.effect !== 'none') === (transactionId !== undefined)) return transactionId ?? null;
  const message = transactionId
    ? 'This function uses no transaction; leave the field out.'
    : 'This function uses the hold of a transaction: send the id of that transaction.';
  throw argumentProblem('validation_failed', [
    { pointer: '/transactionId', code: 'invalid', message },
  ]);
}

function fieldOf({ path, code, message }: ArgumentFault): FieldError {
  return { pointer: ['/arguments', ...path].join('/'), code, message };
}
