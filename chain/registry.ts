// The contracts and functions that callers may use. A function outside this list cannot be called,
// even when the ABI has it.

import type { Abi, AbiFunction } from 'viem';
import type { ExecutionEffect } from '../ledger/execution.ts';
import { readArtefact } from './artefact.ts';

/** Limits of a number argument, both included. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

export interface ContractFunction {
  readonly name: string;
  readonly description: string;
  /** A view is only simulated: it changes nothing and costs nothing. */
  readonly mode: 'view' | 'execute';
  readonly abi: AbiFunction;
  /**
   * Effect of a completed execution on the caller's hold; functions with `none` take no
   * transaction.
   */
  readonly effect: ExecutionEffect;
  /** Limits of arguments by name, in addition to those of their types. */
  readonly bounds: Readonly<Record<string, Bounds>>;
  /** Maximum gas of an execution. */
  readonly maxGas: number;
  /** Maximum value of an execution, in wei. */
  readonly maxValue: bigint;
  /** True for functions that only the bank calls, as arbiter. */
  readonly isForBank: boolean;
}

export interface Contract {
  /** Name in the API. */
  readonly name: string;
  readonly description: string;
  /** Name of the source in chain/contracts. */
  readonly source: string;
  /** Name and version under which it is deployed; a changed contract gets another version. */
  readonly deployedAs: string;
  readonly abi: Abi;
  /** Names of the states, indexed by the number that the contract returns. */
  readonly states: readonly string[];
  readonly functions: readonly ContractFunction[];
}

/**
 * Arguments that the engine fills in, so that no caller can name another tenant or act as another
 * party.
 */
export const FILLED_ARGUMENTS = ['tenant', 'payment', 'actor'] as const;

/**
 * Arguments that name a party: an API key, developer or customer, or `BANK` where it is allowed.
 */
export const PARTIES = ['beneficiary', 'arbiter', 'approver'] as const;
/** The bank as arbiter or approver, which acts through its operators. */
export const BANK = 'bank';

const MINOR_UNITS: Bounds = { min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) };
/** Up to the end of the year 9999, which excludes times that are in milliseconds by mistake. */
const SECONDS: Bounds = { min: 0n, max: 253_402_300_799n };
const TRANCHE: Bounds = { min: 0n, max: 59n };

interface ListedFunction {
  readonly description: string;
  readonly effect?: ExecutionEffect;
  readonly maxGas?: number;
  readonly isForBank?: boolean;
}

function defineContract(entry: {
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly states: readonly string[];
  readonly bounds: Readonly<Record<string, Bounds>>;
  readonly listed: Readonly<Record<string, ListedFunction>>;
}): Contract {
  const { abi } = readArtefact(entry.source);
  const functions = Object.entries(entry.listed).map(([name, listed]): ContractFunction => {
    const definition = abi.find(
      (item): item is AbiFunction => item.type === 'function' && item.name === name,
    );
    if (!definition) throw new Error(`${entry.source} has no function ${name}`);
    const { description, effect = 'none', maxGas = 0, isForBank = false } = listed;
    const mode = definition.stateMutability === 'view' ? 'view' : 'execute';
    if ((mode === 'execute') !== maxGas > 0)
      throw new Error(`function ${name}: only executions take a gas limit`);
    const bounds = Object.fromEntries(
      Object.entries(entry.bounds).filter(([name]) =>
        definition.inputs.some((input) => input.name === name),
      ),
    );
    // No function is payable, because the money stays in the ledger.
    const limits = { bounds, maxGas, maxValue: 0n };
    return { name, description, mode, abi: definition, effect, ...limits, isForBank };
  });
  const { name, description, source, states } = entry;
  // Version 2, of 2026-11-23: depositor, beneficiary and arbiter are separate parties.
  return { name, description, source, deployedAs: `${source}/2`, abi, states, functions };
}

const ESCROW = defineContract({
  name: 'escrow',
  description:
    'Terms under which a hold is booked for the payee or given back: released before a deadline, ' +
    'refunded after it, or as an arbiter rules.',
  source: 'Escrow',
  states: ['none', 'funded', 'disputed', 'ruled_release', 'ruled_refund', 'released', 'refunded'],
  bounds: { amount: MINOR_UNITS, deadline: SECONDS },
  listed: {
    deposit: {
      description: 'Records the terms of a hold and keeps it for this agreement.',
      effect: 'bind',
      maxGas: 400_000,
    },
    release: {
      description: 'The payee gets the money: the hold is booked.',
      effect: 'capture',
      maxGas: 150_000,
    },
    refund: {
      description: 'The payer keeps the money: the hold is released.',
      effect: 'release',
      maxGas: 150_000,
    },
    dispute: { description: 'Only the arbiter or time decides from now on.', maxGas: 100_000 },
    rule: { description: 'The arbiter decides.', maxGas: 100_000, isForBank: true },
    agreement: { description: 'The terms of an agreement and where it stands.' },
  },
});

const DISBURSEMENT = defineContract({
  name: 'disbursement',
  description:
    'A sum that is paid out in tranches, by date or by approved milestone; each tranche is ' +
    'booked from a hold of its own.',
  source: 'Disbursement',
  states: ['none', 'planned', 'approved', 'paid', 'canceled'],
  bounds: {
    amount: MINOR_UNITS,
    amounts: MINOR_UNITS,
    notBefore: SECONDS,
    index: TRANCHE,
  },
  listed: {
    plan: { description: 'Lays down all tranches of a plan.', maxGas: 6_000_000 },
    approve: {
      description: 'The approver confirms a milestone.',
      maxGas: 100_000,
      isForBank: true,
    },
    pay: {
      description: 'Pays a tranche: its hold is booked.',
      effect: 'capture',
      maxGas: 250_000,
    },
    cancelRest: { description: 'Cancels every tranche that was not paid.', maxGas: 1_500_000 },
    planOf: { description: 'A plan and how much of it was paid.' },
    trancheOf: { description: 'One tranche of a plan.' },
  },
});

/** All contracts, by name. */
export const CONTRACTS: readonly Contract[] = [DISBURSEMENT, ESCROW];

/** The contract with the name; null when there is none. */
export function findContract(name: string): Contract | null {
  return CONTRACTS.find((contract) => contract.name === name) ?? null;
}

/** The function with the name, when callers may use it; null otherwise. */
export function findFunction(contract: Contract, name: string): ContractFunction | null {
  return contract.functions.find((called) => called.name === name) ?? null;
}
