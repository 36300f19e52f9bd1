// Shared parts of the second-factor operations: converts the code of a body to a proof, and a wrong
// code to a problem.

import { z } from '@hono/zod-openapi';
import { mint } from '../../db/kernel/mint.ts';
import type { WrongCode } from '../../db/mfa/acts.ts';
import { type CodeProof, mfaContext } from '../../db/mfa/proof.ts';
import { createTotpSecret, hashRecoveryCode, readCode } from '../../identity/totp.ts';
import type { Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { idSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const codeSchema = z
  .string()
  .max(64)
  .transform((text, ctx) => {
    const code = readCode(text);
    if (code !== null) return code;
    const message = 'Expected the six digits from the app, or a recovery code.';
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .openapi({
    type: 'string',
    maxLength: 64,
    example: '123456',
    description:
      'Six digits of the app, or a recovery code; blanks, hyphens and case do not count.',
  });

export const customerBody = z
  .strictObject({ customerId: idSchema('customer') })
  .openapi('MfaEnable');

export const codeBody = z
  .strictObject({ customerId: idSchema('customer'), code: codeSchema })
  .openapi('MfaCode');

export const factorSchema = z
  .object({
    id: z.string(),
    object: z.literal('mfa_factor'),
    livemode: z.boolean(),
    customerId: z.string(),
    type: z.literal('totp'),
    status: z.enum(['pending', 'active', 'disabled']),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('MfaFactor');

export const recoveryCodes = z.array(z.string()).openapi({
  description: 'Shown only once. Each code is valid once; a new set voids the earlier one.',
});

/** Converts the code of a request to a proof, which the ledger checks under lock. */
export function proofOf(code: string): CodeProof {
  return code.includes('-')
    ? { method: 'recovery_code', hash: hashRecoveryCode(code) }
    : { method: 'totp', code };
}

/** Makes the id and the secret of a new factor; the secret is sealed in the context of the id. */
export function createFactor({ seal }: Pick<Deps, 'seal'>) {
  const factorId = mint('mfaFactor');
  return { factorId, sealedSecret: seal.seal(createTotpSecret(), mfaContext(factorId)) };
}

/** @throws Problem when the code is wrong */
export function refuseWrongCode<Outcome extends { readonly kind: string }>(
  outcome: Outcome | WrongCode,
): Exclude<Outcome, WrongCode> {
  if (outcome.kind !== 'wrong_code') return outcome as Exclude<Outcome, WrongCode>;
  throw wrongCode();
}

/** Returns the problem for a wrong code. */
export function wrongCode(): Problem {
  return new Problem('mfa_invalid', undefined, {
    errors: [
      { pointer: '/code', code: 'mfa_invalid', message: 'The code is wrong or was used before.' },
    ],
  });
}
