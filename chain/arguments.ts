// Checks the JSON arguments of a contract function against their types and bounds, and converts
// them for ABI encoding.

import { type AbiParameter, getAddress, type Hex, isAddress, keccak256, pad, toHex } from 'viem';
import { BANK, type Bounds, type ContractFunction, FILLED_ARGUMENTS, PARTIES } from './registry.ts';

export interface ArgumentFault {
  /** Indexes into the arguments: the second item of the first list is [0, 1]. */
  readonly path: readonly number[];
  readonly code: 'invalid_argument' | 'argument_out_of_range';
  readonly message: string;
}

/** Arguments that the engine adds to the caller's. */
export interface FilledArguments {
  readonly tenantId: string;
  readonly transactionId: string | null;
  /**
   * Id of the acting party: the first of a series of rotated keys, a developer, a customer, or
   * `BANK`.
   */
  readonly actor: string;
}

export type CheckedArguments =
  | { readonly ok: true; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly faults: readonly ArgumentFault[] };

/** Maximum length of a list argument. */
const MAX_ITEMS = 60;

/** The parameters for which the caller states arguments, in order. */
export function callerParameters({ abi }: ContractFunction): readonly AbiParameter[] {
  return abi.inputs.filter(({ name }) => !FILLED_ARGUMENTS.some((filled) => filled === name));
}

/** Type of a parameter in the API: a currency is its ISO code, a party is an id. */
export function wireTypeOf({ name, type }: AbiParameter): string {
  if (PARTIES.some((party) => party === name)) return name === 'beneficiary' ? 'party' : 'arbiter';
  return name === 'currency' ? 'currency' : type;
}

/**
 * The hash that represents an id of the ledger on the chain. Whoever knows the id can recognise it;
 * others cannot derive the id.
 */
export function chainIdOf(id: string): Hex {
  return keccak256(toHex(id));
}

/** Checks the caller's arguments and adds those of the engine. */
export function checkArguments(
  called: ContractFunction,
  provided: readonly unknown[],
  filled: FilledArguments,
): CheckedArguments {
  const expected = callerParameters(called);
  if (provided.length !== expected.length) {
    const names =
      expected.map((parameter) => `${wireTypeOf(parameter)} ${parameter.name}`).join(', ') ||
      'none';
    const message = `Expected ${expected.length} arguments: ${names}.`;
    return { ok: false, faults: [{ path: [], code: 'invalid_argument', message }] };
  }
  const faults: ArgumentFault[] = [];
  const values = new Map<string, unknown>();
  for (const [index, parameter] of expected.entries()) {
    const name = parameter.name ?? '';
    const bounds = called.bounds[name];
    values.set(
      name,
      checkValue(wireTypeOf(parameter), provided[index], { path: [index], bounds, faults }),
    );
  }
  if (faults.length > 0) return { ok: false, faults };
  values.set('tenant', chainIdOf(filled.tenantId));
  values.set('actor', chainIdOf(filled.actor));
  if (filled.transactionId !== null) values.set('payment', chainIdOf(filled.transactionId));
  return { ok: true, values: called.abi.inputs.map(({ name }) => values.get(name ?? '')) };
}

interface Position {
  readonly path: readonly number[];
  readonly bounds: Bounds | undefined;
  readonly faults: ArgumentFault[];
}

function checkValue(type: string, value: unknown, position: Position): unknown {
  const list = /^(.+)\[\]$/.exec(type);
  if (list) return checkList(list[1] ?? '', value, position);
  const uint = /^uint(\d+)$/.exec(type);
  if (uint) return checkUint(Number(uint[1]), value, position);
  const bytes = /^bytes(\d+)$/.exec(type);
  if (bytes) return checkBytes(Number(bytes[1]), value, position);
  switch (type) {
    case 'currency':
      return checkCurrency(value, position);
    case 'party':
      return checkParty(value, position);
    case 'arbiter':
      return checkArbiter(value, position);
    case 'bool':
      return typeof value === 'boolean' ? value : addFault(position, 'Expected true or false.');
    default:
      throw new Error(`no check for arguments of the type ${type}`);
  }
}

function addFault(
  position: Position,
  message: string,
  code: ArgumentFault['code'] = 'invalid_argument',
): null {
  position.faults.push({ path: position.path, code, message });
  return null;
}

function checkList(type: string, value: unknown, position: Position): unknown {
  if (!Array.isArray(value)) return addFault(position, `Expected a list of ${type}.`);
  if (value.length === 0 || value.length > MAX_ITEMS) {
    return addFault(position, `Expected 1 to ${MAX_ITEMS} items.`, 'argument_out_of_range');
  }
  return value.map((item, index) =>
    checkValue(type, item, { ...position, path: [...position.path, index] }),
  );
}

function checkUint(bits: number, value: unknown, position: Position): bigint | null {
  const isText = typeof value === 'string' && /^(0|[1-9]\d{0,77})$/.test(value);
  const isNumber = Number.isSafeInteger(value) && Number(value) >= 0;
  if (!isText && !isNumber) {
    return addFault(
      position,
      'Expected a whole number: a safe integer, or decimal digits as text.',
    );
  }
  const number = BigInt(value as string | number);
  const min = position.bounds?.min ?? 0n;
  const max = smallerOf(position.bounds?.max, 2n ** BigInt(bits) - 1n);
  if (number < min || number > max) {
    return addFault(position, `Expected ${min} to ${max}.`, 'argument_out_of_range');
  }
  return number;
}

function smallerOf(a: bigint | undefined, b: bigint): bigint {
  return a !== undefined && a < b ? a : b;
}

function checkBytes(size: number, value: unknown, position: Position): string | null {
  if (typeof value !== 'string' || !new RegExp(`^0x[0-9a-fA-F]{${size * 2}}$`).test(value)) {
    return addFault(position, `Expected 0x and ${size * 2} hexadecimal digits.`);
  }
  return /^0x0+$/.test(value) ? addFault(position, 'Expected a value that is not zero.') : value;
}

function checkCurrency(value: unknown, position: Position): string | null {
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value)) {
    return addFault(position, 'Expected an ISO 4217 code, as EUR.');
  }
  return toHex(value, { size: 3 });
}

/**
 * A party is an API key, a developer, who acts with any of its keys, or a customer, who acts with a
 * code.
 */
const PARTY = /^(key|dev|cust)_\w{1,64}$/;

function checkParty(value: unknown, position: Position): string | null {
  if (typeof value === 'string' && PARTY.test(value)) return chainIdOf(value);
  return addFault(position, 'Expected the id of an API key, a developer or a customer.');
}

/** Checks an arbiter: a party, the bank, or an address that acts on the chain directly. */
function checkArbiter(value: unknown, position: Position): string | null {
  if (value === BANK) return chainIdOf(BANK);
  if (typeof value === 'string' && value.startsWith('0x')) {
    const address = checkAddress(value, position);
    return address === null ? null : pad(address as Hex, { size: 32 });
  }
  if (typeof value === 'string' && PARTY.test(value)) return chainIdOf(value);
  const message = `Expected the id of a key, developer or customer, ${BANK}, or an address.`;
  return addFault(position, message);
}

function checkAddress(value: unknown, position: Position): string | null {
  // Mixed case is a checksum (EIP-55); a wrong one is a typing error.
  if (typeof value !== 'string' || !isAddress(value)) {
    return addFault(
      position,
      'Expected 0x and 40 hexadecimal digits; mixed case has to be its checksum.',
    );
  }
  return /^0x0+$/.test(value)
    ? addFault(position, 'The zero address has no owner.')
    : getAddress(value);
}
