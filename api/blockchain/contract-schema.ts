// Contracts and executions on the wire.

import { z } from '@hono/zod-openapi';
import { CONTRACTS } from '../../chain/registry.ts';
import { EXECUTION_EFFECTS, EXECUTION_STATUSES, SETTLEMENTS } from '../../ledger/execution.ts';
import {
  idSchema,
  minorUnitsSchema,
  objectVersionSchema,
  timestampSchema,
} from '../kit/schemas.ts';
import { codeSchema } from '../mfa/mfa.ts';

const parameterSchema = z.object({
  name: z.string(),
  type: z.string().openapi({
    description:
      'A Solidity type; `currency`: an ISO 4217 code; `key`: the id of an API key of yours; ' +
      '`arbiter`: such an id, `bank`, or an address of the chain.',
    example: 'uint64',
  }),
  least: z.string().nullable(),
  most: z.string().nullable(),
});

const functionSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    mode: z.enum(['view', 'execute']),
    effect: z.enum(EXECUTION_EFFECTS).openapi({
      description:
        'The effect of the end of an execution on the hold of `transactionId`: nothing, keep it ' +
        'for this contract, book it, or release it.',
    }),
    arguments: z
      .array(parameterSchema)
      .openapi({ description: 'The arguments in the order of the contract.' }),
    returns: z.array(z.object({ name: z.string(), type: z.string() })),
    gasMost: z.number().int(),
    valueMost: z.string().openapi({ description: 'Wei.' }),
  })
  .openapi('ContractFunction');

const fields = {
  id: z.string().openapi({ example: 'escrow' }),
  object: z.literal('contract'),
  livemode: z.boolean(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['available', 'not_deployed', 'not_configured']),
  chainId: z.number().int().nullable(),
  address: z.string().nullable(),
};

export const contractSchema = z.object(fields).openapi('Contract');

export const contractDetailSchema = z
  .object({
    ...fields,
    functions: z.array(functionSchema),
    states: z.array(z.string()).openapi({ description: 'Possible values of `state` in answers.' }),
    hashes: z
      .object({
        source: z.string(),
        abi: z.string(),
        bytecode: z.string(),
        runtime: z.string(),
      })
      .openapi({ description: 'SHA-256 of the compiled code, hexadecimal.' }),
    deployedCode: z.enum(['as_compiled', 'different']).nullable().openapi({
      description: 'Compares the code at the address with `runtime`; null while that is unknown.',
    }),
    abi: z.array(z.record(z.string(), z.unknown())),
  })
  .openapi('ContractDetail');

const argumentsSchema = z
  .array(z.unknown())
  .max(20)
  .openapi({
    description:
      'The arguments in the order of the contract. Whole numbers as safe integers or decimal text; ' +
      'bytes and addresses as 0x and hexadecimal digits.',
    example: [`0x${'11'.repeat(32)}`, 2500, 'EUR'],
  });

export const callBody = z
  .strictObject({
    arguments: argumentsSchema,
    transactionId: idSchema('transaction').optional().openapi({
      description: 'The transaction whose hold is used; required when `effect` is not `none`.',
    }),
    value: z
      .union([z.string().regex(/^(0|[1-9]\d{0,77})$/), z.number().int().min(0)])
      .optional()
      .openapi({ description: 'Wei to send along; 0 for every function so far.', example: 0 }),
    developerId: idSchema('developer').optional().openapi({
      description: 'The owner of the agreement, if another developer named you as a party.',
    }),
    signer: z
      .strictObject({ customerId: idSchema('customer'), code: codeSchema })
      .optional()
      .openapi({ description: 'A customer as the party, who signs with a code of the app.' }),
  })
  .openapi('ContractCall');

const jsonSchema = z.unknown().openapi({ description: 'Whole numbers are decimal text.' });
const revertSchema = z.object({ name: z.string(), args: z.record(z.string(), z.unknown()) });

export const simulationSchema = z
  .object({
    object: z.literal('contract_simulation'),
    livemode: z.boolean(),
    contract: z.string(),
    function: z.string(),
    result: jsonSchema,
    effect: z
      .object({
        hold: z.enum(['bind', 'capture', 'release']),
        transactionId: z.string(),
        amount: minorUnitsSchema,
        currency: z.string(),
        /** Time until which a deposit needs the hold. */
        heldUntil: timestampSchema.nullable(),
      })
      .nullable()
      .openapi({ description: 'The effect of the execution on the hold; null: none.' }),
    gas: z
      .object({ estimated: z.string(), most: z.string() })
      .nullable()
      .openapi({ description: 'Gas in the current state of the chain; null for a view.' }),
  })
  .openapi('ContractSimulation');

const receiptSchema = z.object({
  transactionHash: z.string(),
  from: z.string(),
  nonce: z.number().int(),
  blockNumber: z.number().int().nullable(),
  blockHash: z.string().nullable(),
  gasUsed: z.string().nullable(),
  logs: z.array(z.object({ name: z.string(), args: z.record(z.string(), z.unknown()) })),
});

export const executionSchema = z
  .object({
    id: z.string(),
    object: z.literal('contract_execution'),
    livemode: z.boolean(),
    contract: z.string(),
    function: z.string(),
    arguments: z.array(z.unknown()),
    value: z.string(),
    status: z.enum(EXECUTION_STATUSES).openapi({
      description: 'final, reverted and failed do not change any more.',
    }),
    statusReason: z.object({ code: z.string(), message: z.string() }).nullable(),
    revert: revertSchema.nullable(),
    result: jsonSchema,
    transactionId: z.string().nullable(),
    effect: z.enum(EXECUTION_EFFECTS),
    settlement: z
      .object({
        status: z.enum(SETTLEMENTS),
        code: z.string().nullable(),
        ledgerSequence: z.number().int().nullable(),
      })
      .openapi({
        description:
          'The effect on the hold; `ledgerSequence` is the journal entry. `refused`: final ' +
          'on the chain, but the hold had expired.',
      }),
    chain: z.object({
      chainId: z.number().int(),
      contract: z.string(),
      gasLimit: z.number().int(),
      receipt: receiptSchema.nullable(),
    }),
    workflow: z.object({ id: z.string() }),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('ContractExecution');

const nameParameter = { param: { name: 'name', in: 'path' as const }, example: 'escrow' };

export const contractPath = z.object({ name: z.string().openapi(nameParameter) });

export const functionPath = z.object({
  name: z.string().openapi(nameParameter),
  function: z.string().openapi({ param: { name: 'function', in: 'path' }, example: 'release' }),
});

export const contractNames = z.enum(CONTRACTS.map(({ name }) => name) as [string, ...string[]]);
