// The customer on the wire.

import { z } from '@hono/zod-openapi';
import { RISK_LEVELS } from '../../ledger/decisions/kyc.ts';
import { NOT_COMPARED } from '../../ledger/decisions/screening.ts';
import { emailSchema, phoneSchema } from '../kit/contact-schemas.ts';
import { metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import {
  birthSchema,
  countrySchema,
  nameSchema,
  objectVersionSchema,
  textSchema,
  timestampSchema,
} from '../kit/schemas.ts';

export const CUSTOMER_TYPES = ['individual', 'business'] as const;
export const KYC_STATUSES = [
  'unverified',
  'pending',
  'awaiting_documents',
  'manual_review',
  'verified',
  'denied',
  'expired',
] as const;

export const customerSchema = z
  .object({
    id: z.string(),
    object: z.literal('customer'),
    livemode: z.boolean(),
    type: z.enum(CUSTOMER_TYPES),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    country: z.string().nullable(),
    address: z.record(z.string(), z.string()).nullable(),
    kycStatus: z.enum(KYC_STATUSES),
    riskLevel: z.enum(RISK_LEVELS).nullable(),
    nextReviewAt: timestampSchema
      .nullable()
      .openapi({ description: 'When the next review of a verified customer is due.' }),
    notCompared: z
      .enum(NOT_COMPARED)
      .nullable()
      .openapi({
        description:
          'The reason why a part of the name could not be compared with any sanctions ' +
          'list, so that a person decides; null when the whole name was compared.',
      }),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Customer');

const addressSchema = z.strictObject({
  line1: textSchema(200).optional(),
  line2: textSchema(200).optional(),
  city: textSchema(100).optional(),
  postalCode: textSchema(20).optional(),
  state: textSchema(100).optional(),
  country: countrySchema.optional(),
});

/** The fields that a client may set; all of them may be changed later. */
export const customerFields = {
  type: z.enum(CUSTOMER_TYPES).openapi({ example: 'individual' }),
  name: nameSchema(200).openapi({ example: 'Ada Lovelace' }),
  email: emailSchema.nullable().optional(),
  phone: phoneSchema.nullable().optional(),
  dateOfBirth: birthSchema.nullable().optional(),
  country: countrySchema.nullable().optional(),
  address: addressSchema.nullable().optional(),
  metadata: metadataSchema.optional(),
};
