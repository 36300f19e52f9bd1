// Passkeys on the wire: the PublicKeyCredential of WebAuthn, as browsers serialise it to JSON.

import { z } from '@hono/zod-openapi';
import { idSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { shownPaymentSchema } from '../mfa/shown-payment.ts';

const MAX_LENGTH = 16_384;

function base64url(maxLength: number, description: string) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/, 'Expected base64url without padding.')
    .openapi({ description });
}

const rawId = base64url(1_400, 'Id of the credential, in base64url.');
const clientDataJSON = base64url(MAX_LENGTH, 'The client data of the browser, in base64url.');
const extensions = z
  .record(z.string(), z.unknown())
  .optional()
  .openapi({ type: 'object', additionalProperties: true, description: 'Ignored.' });
const attachment = z.enum(['platform', 'cross-platform']).nullable().optional();
const type = z.literal('public-key');
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** The answer of `navigator.credentials.create`. */
export const createdCredentialSchema = z
  .strictObject({
    id: rawId,
    rawId,
    type,
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    response: z.strictObject({
      clientDataJSON,
      attestationObject: base64url(MAX_LENGTH, 'The new public key, in CBOR.'),
      authenticatorData: base64url(MAX_LENGTH, 'Ignored.').optional(),
      publicKey: base64url(MAX_LENGTH, 'Ignored.').optional(),
      publicKeyAlgorithm: z.number().int().optional(),
      transports: z.array(z.enum(TRANSPORTS)).max(8).optional(),
    }),
  })
  .openapi('PasskeyCreated');

/** The answer of `navigator.credentials.get`. */
export const signedCredentialSchema = z
  .strictObject({
    id: rawId,
    rawId,
    type,
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    response: z.strictObject({
      clientDataJSON,
      authenticatorData: base64url(MAX_LENGTH, 'Domain, flags and counter.'),
      signature: base64url(MAX_LENGTH, 'Signature over authenticatorData and clientDataJSON.'),
      userHandle: base64url(128, 'Id of the customer, in base64url.').nullable().optional(),
    }),
  })
  .openapi('PasskeySigned');

export const challengeId = idSchema('passkeyChallenge').openapi({
  description: 'Id of the answered challenge.',
});

/** An authenticator's answer and the id of its challenge. */
export const passkeyAnswer = z
  .strictObject({ challengeId, credential: signedCredentialSchema })
  .openapi('PasskeyAnswer');

export const passkeySchema = z
  .object({
    id: z.string(),
    object: z.literal('passkey'),
    livemode: z.boolean(),
    customerId: z.string(),
    name: z.string(),
    synced: z.boolean().openapi({ description: 'Copied between devices of the same person.' }),
    status: z.enum(['active', 'removed']),
    lastUsedAt: timestampSchema.nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Passkey');

const challengeShape = {
  id: z.string(),
  object: z.literal('passkey_challenge'),
  livemode: z.boolean(),
  customerId: z.string(),
  expiresAt: timestampSchema,
  publicKey: z
    .record(z.string(), z.unknown())
    .openapi({ type: 'object', additionalProperties: true, description: 'For the browser.' }),
};

export const setupChallengeSchema = z.object(challengeShape).openapi('PasskeySetupChallenge');

export const challengeSchema = z
  .object({
    ...challengeShape,
    transaction: z
      .object({
        id: z.string(),
        amount: z.number().int(),
        currency: z.string(),
        payee: z.string().openapi({ description: 'The payee as the customer must see it.' }),
        payment: shownPaymentSchema,
      })
      .nullable()
      .openapi({ description: 'The only payment that the signature confirms.' }),
  })
  .openapi('PasskeyChallenge');

export const authenticationSchema = z
  .object({
    id: z.string(),
    object: z.literal('passkey_authentication'),
    livemode: z.boolean(),
    customerId: z.string(),
    passkeyId: z.string(),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.openapi({
      description: 'Time until which its id permits setting up another passkey.',
    }),
  })
  .openapi('PasskeyAuthentication');
