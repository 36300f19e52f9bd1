// The request of an identity assessment. Document numbers and national ids are hashed with the key
// of the deployment before they are stored.

import { z } from '@hono/zod-openapi';
import { hashDocumentNumber, mrzContext, normaliseNumber } from '../../ai/documents/sealing.ts';
import type { Seal } from '../../db/kernel/seal.ts';
import type { DocumentDraft, KycPerson, KycSubject } from '../../db/kyc/acts.ts';
import { DOCUMENT_TYPES, KYC_LEVELS, SPECIMEN } from '../../ledger/decisions/kyc.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { birthSchema, countrySchema, idSchema, nameSchema, textSchema } from '../kit/schemas.ts';

const MAX_OWNERS = 20;
const MAX_DOCUMENTS = 20;

const personName = nameSchema(100);
const numberSchema = textSchema(64)
  .min(1)
  .openapi({ description: 'Stored as a keyed hash and the last four characters.' });
const aliasesSchema = z.array(nameSchema(200)).max(5);

const personFields = {
  firstName: personName,
  lastName: personName,
  aliases: aliasesSchema.optional(),
  dateOfBirth: birthSchema.optional(),
  nationality: countrySchema.optional(),
};

const identitySchema = z
  .strictObject({
    ...personFields,
    address: z
      .strictObject({
        line1: textSchema(200).optional(),
        line2: textSchema(200).optional(),
        city: textSchema(100).optional(),
        postalCode: textSchema(20).optional(),
        state: textSchema(100).optional(),
        country: countrySchema.optional(),
      })
      .optional(),
    nationalId: numberSchema.optional(),
  })
  .openapi('KycIdentity');

const ownerSchema = z
  .strictObject({
    ...personFields,
    country: countrySchema.optional(),
    ownershipPercent: z
      .number()
      .multipleOf(0.01)
      .min(0.01)
      .max(100)
      .optional()
      .openapi({ description: 'Direct and indirect share; default: a quarter or more.' }),
  })
  .openapi('KycBeneficialOwner');

/** Returns the sum of the shares in hundredths of a percent, which are exact integers. */
function sumHundredths(owners: readonly { readonly ownershipPercent?: number | undefined }[]) {
  const parts = owners.map(({ ownershipPercent = 0 }) => Math.round(ownershipPercent * 100));
  return parts.reduce((sum, part) => sum + part, 0);
}

const businessSchema = z
  .strictObject({
    legalName: nameSchema(200),
    tradingNames: aliasesSchema.optional(),
    registrationNumber: numberSchema.optional(),
    country: countrySchema.optional(),
    beneficialOwners: z
      .array(ownerSchema)
      .max(MAX_OWNERS)
      .refine(
        (owners) => sumHundredths(owners) <= 100_00,
        'Expected shares that add up to 100 percent at most.',
      )
      .default([]),
  })
  .openapi('KycBusiness');

const MRZ_SHAPES = ['3 of 30', '2 of 36', '2 of 44'];

const mrzSchema = z
  .array(z.string().regex(/^[A-Z0-9<]*$/, 'Expected A to Z, digits and <.'))
  .min(2)
  .max(3)
  .refine((lines) => {
    const [length] = lines.map((line) => line.length);
    const hasEqualLengths = lines.every((line) => line.length === length);
    return hasEqualLengths && MRZ_SHAPES.includes(`${lines.length} of ${length}`);
  }, 'Expected the lines of ICAO 9303: three of 30, two of 36 or two of 44 characters.')
  .openapi({
    description: 'The lines of the machine-readable zone; stored encrypted.',
    // From ICAO 9303, part 4, appendix B.
    example: [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ],
  });

const documentSchema = z
  .strictObject({
    type: z.enum(DOCUMENT_TYPES),
    country: countrySchema.optional(),
    number: numberSchema.optional(),
    expiry: z.iso.date().optional(),
    issued: z.iso
      .date()
      .optional()
      .openapi({ description: 'The date of issue as the document states it.' }),
    mrz: mrzSchema.optional(),
    fileId: textSchema(255)
      .min(1)
      .openapi({
        description:
          'Id of an image (POST /v1/ai/kyc-files), or your own name for a file that you keep, ' +
          `which the bank cannot read. \`${SPECIMEN}\`: the sandbox treats the document as ` +
          'read, and says in the answer that this is simulated.',
        example: SPECIMEN,
      }),
  })
  .openapi('KycDocumentCreate');

export const documentsBody = z
  .strictObject({ documents: z.array(documentSchema).min(1).max(MAX_DOCUMENTS) })
  .openapi('KycDocumentsCreate');

const assessmentFields = {
  level: z.enum(KYC_LEVELS).default('standard'),
  identity: identitySchema.optional(),
  business: businessSchema.optional(),
  documents: z.array(documentSchema).max(MAX_DOCUMENTS).default([]),
  selfie: z
    .strictObject({ fileId: textSchema(255).min(1) })
    .optional()
    .openapi({ description: 'Recorded only: no provider compares faces.' }),
  metadata: metadataSchema.optional(),
};

export const assessBody = z
  .strictObject({ customerId: idSchema('customer'), ...assessmentFields })
  .openapi('KycAssessmentCreate');

export const customerBody = z.strictObject(assessmentFields).openapi('CustomerKycCreate');

export type KycBody = z.infer<typeof customerBody>;

type Person = z.infer<typeof ownerSchema>;

function personOf(person: Person): KycPerson {
  return {
    name: `${person.firstName} ${person.lastName}`,
    aliases: person.aliases ?? [],
    dateOfBirth: person.dateOfBirth ?? null,
    nationality: person.nationality ?? null,
    country: person.country ?? null,
  };
}

/**
 * Returns the stated identity of the customer. Only the country of a postal address is kept,
 * because the customer already has the address.
 */
export function subjectOf({ identity, business, selfie }: KycBody): KycSubject {
  const { address, nationalId: _, ...person } = identity ?? { address: undefined };
  return {
    identity: identity
      ? personOf({
          ...(person as Person),
          ...(address?.country ? { country: address.country } : {}),
        })
      : null,
    business: business
      ? {
          name: business.legalName,
          tradingNames: business.tradingNames ?? [],
          country: business.country ?? null,
          owners: business.beneficialOwners.map((owner) => ({
            ...personOf(owner),
            percent: owner.ownershipPercent ?? null,
          })),
        }
      : null,
    hasSelfie: selfie !== undefined,
  };
}

/**
 * Returns the keyed hash of the number that identifies the customer, or null when none was given.
 */
export function identityMacOf(
  { identity, business }: KycBody,
  tenantId: string,
  seal: Seal,
): string | null {
  const state = identity?.nationality ?? business?.country ?? '';
  const number = identity?.nationalId ?? business?.registrationNumber;
  if (number === undefined) return null;
  return seal.fingerprint(`${state} ${normaliseNumber(number)}`, `kyc-identity/${tenantId}`);
}

/** Returns the documents of a request in their stored form. */
export function documentsOf(
  documents: z.infer<typeof documentsBody>['documents'],
  tenantId: string,
  seal: Seal,
): DocumentDraft[] {
  return documents.map(({ type, country, number, expiry, issued, mrz, fileId }) => ({
    type,
    country: country ?? null,
    numberMac:
      number === undefined
        ? null
        : hashDocumentNumber({ type, country: country ?? null, number, tenantId }, seal),
    numberLast4: number === undefined ? null : normaliseNumber(number).slice(-4),
    expiresOn: expiry ?? null,
    fileId,
    issuedOn: issued ?? null,
    sealedMrz: mrz ? seal.seal(JSON.stringify(mrz), mrzContext(tenantId)) : null,
  }));
}
