// POST /v1/developer/register: needs no credential and opens the sandbox at once. When the bank can
// send e-mail, POST /v1/developer/register/verify has to prove the address first.

import { createRoute, z } from '@hono/zod-openapi';
import { mailContext, queueMail } from '../../db/mails/acts.ts';
import type { RegisteredDeveloper, UnprovenDeveloper } from '../../identity/registration.ts';
import { ALL_SCOPES } from '../../identity/scopes.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import { readBaseUrl, readClientAddress } from '../kit/address.ts';
import { emailSchema, phoneSchema } from '../kit/contact-schemas.ts';
import type { Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { operation } from '../kit/operation.ts';
import { networkOf } from '../kit/rate-limit.ts';
import {
  countrySchema,
  jsonAnswer,
  jsonBody,
  nameSchema,
  textSchema,
  timestampSchema,
} from '../kit/schemas.ts';
import { scopeSchema } from './developer-schema.ts';

const bodySchema = z
  .strictObject({
    company: nameSchema(200).openapi({ example: 'Acme Ltd' }),
    email: emailSchema.openapi({ example: 'dev@acme.example' }),
    phone: phoneSchema.optional().openapi({ example: '+49 30 1234567' }),
    country: countrySchema,
    use_case: textSchema(2000).optional().openapi({ example: 'Payouts to sellers' }),
    expected_volume: textSchema(200).optional().openapi({ example: '10,000 a month' }),
  })
  .openapi('DeveloperRegister');

const answerSchema = z
  .object({
    id: z.string(),
    object: z.literal('developer'),
    status: z.literal('approved'),
    environment: z.object({
      sandbox: z.object({
        status: z.literal('active'),
        apiKey: z.string().openapi({ description: 'Shown only once.' }),
      }),
      production: z.object({
        status: z.literal('not_requested').openapi({
          description: 'Apply with POST /v1/developer/applications.',
        }),
        applicationId: z.string(),
        applicationSecret: z.string().openapi({
          description: 'Opens the application, which shows the claim code after the approval.',
        }),
      }),
    }),
    scopes: z.array(scopeSchema),
    dashboardUrl: z.string().openapi({ description: 'The portal, which opens with the key.' }),
    createdAt: timestampSchema,
  })
  .openapi('DeveloperRegistered');

const mailedSchema = z
  .object({
    object: z.literal('developer_registration'),
    status: z.literal('email_unverified'),
    email: z.string(),
  })
  .openapi('DeveloperRegistrationMailed');

const codeSchema = z
  .strictObject({ code: z.string().min(1).max(128) })
  .openapi('DeveloperEmailCode');

const route = createRoute({
  method: 'post',
  path: '/v1/developer/register',
  operationId: 'registerDeveloper',
  tags: ['developer'],
  summary: 'Register for developer access',
  description:
    'Answers with a sandbox key. It does not apply for production; use POST ' +
    '/v1/developer/applications for that. A bank with a mail server answers 202 and mails ' +
    'a code instead; POST /v1/developer/register/verify then gives the key.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('Registered.', answerSchema),
    202: jsonAnswer(
      'A code was mailed. The answer is the same for an address that has an account.',
      mailedSchema,
    ),
  },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/v1/developer/register/verify',
  operationId: 'verifyDeveloperEmail',
  tags: ['developer'],
  summary: 'Prove your e-mail address',
  description: 'A code is valid once, for 24 hours; a new registration voids earlier codes.',
  request: {
    body: jsonBody(codeSchema),
  },
  responses: {
    201: jsonAnswer('Registered.', answerSchema),
  },
});

/** Maximum number of networks that are counted; the oldest are dropped first. */
const MAX_NETWORKS = 10_000;

/** Returns a function that refuses more than `perHour` registrations an hour from one network. */
function createRegistrationLimit(perHour: number): (network: string) => void {
  const windows = new Map<string, { since: number; count: number }>();
  return (network) => {
    if (perHour === 0) return;
    const now = performance.now();
    const current = windows.get(network);
    const window = current && now - current.since < HOUR_MS ? current : { since: now, count: 0 };
    window.count += 1;
    windows.delete(network);
    windows.set(network, window);
    const oldest = windows.keys().next().value;
    if (windows.size > MAX_NETWORKS && oldest !== undefined) windows.delete(oldest);
    if (window.count <= perHour) return;
    const retryAfterSeconds = Math.ceil((window.since + HOUR_MS - now) / 1000);
    throw new Problem('rate_limited', `At most ${perHour} registrations an hour from an address.`, {
      retryAfterSeconds,
    });
  };
}

export const registerDeveloper = operation('public', route, (deps) => {
  const limitRegistrations = createRegistrationLimit(deps.config.rateLimits.registrations);
  return async (c) => {
    limitRegistrations(networkOf(readClientAddress(c, deps.config)));
    const body = c.req.valid('json');
    const registration = {
      company: body.company,
      email: body.email,
      phone: body.phone ?? null,
      country: body.country,
      useCase: body.use_case ?? null,
      expectedVolume: body.expected_volume ?? null,
    };
    if (deps.config.mail !== null) {
      await mailCode(deps, await deps.platform.registerUnproven(registration));
      const { email } = body;
      const status = 'email_unverified' as const;
      return c.json({ object: 'developer_registration' as const, status, email }, 202);
    }
    const registered = await deps.platform.register(registration);
    if (!registered) throw new Problem('email_taken');
    return c.json(registrationView(registered, readBaseUrl(c, deps.config)), 201);
  };
});

export const verifyDeveloperEmail = operation('public', verifyRoute, (deps) => async (c) => {
  const registered = await deps.platform.proveEmail(c.req.valid('json').code);
  if (!registered) throw new Problem('invalid_email_code');
  return c.json(registrationView(registered, readBaseUrl(c, deps.config)), 201);
});

/** Mails the code to the e-mail address; the caller does not learn whether it has an account. */
async function mailCode(deps: Deps, { developer, code }: UnprovenDeveloper): Promise<void> {
  const mailFields = {
    tenantId: developer.id,
    kind: 'registration',
    subjectId: developer.id,
  } as const;
  const text =
    code === null
      ? 'Somebody asked to register this address, which has an account already. Nothing was done.\n'
      : `Your code: ${code}\n\nSend it to POST /v1/developer/register/verify within 24 hours.\n` +
        'If you did not register, ignore this mail.\n';
  const { ledger } = deps.environments.sandbox;
  await ledger.run(queueMail, {
    ...mailFields,
    recipient: developer.email,
    subject: 'Your registration',
    body: deps.seal.seal(text, mailContext(mailFields)),
    isSealed: true,
  });
}

function registrationView(
  { developer, issued, applicationSecret }: RegisteredDeveloper,
  baseUrl: string,
) {
  return {
    id: developer.id,
    object: 'developer' as const,
    status: 'approved' as const,
    environment: {
      sandbox: { status: 'active' as const, apiKey: issued.key },
      production: {
        status: 'not_requested' as const,
        applicationId: developer.applicationId,
        applicationSecret,
      },
    },
    scopes: [...ALL_SCOPES],
    dashboardUrl: `${baseUrl}/portal`,
    createdAt: new Date(developer.createdAt).toISOString(),
  };
}
