// Reads forms of the OAuth pages up to a maximum size, and refuses forms that no page of the bank
// sent.

import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv } from '../kit/context.ts';
import { createPolicy } from './pages.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';

const MAX_FORM_BYTES = 32 * 1024;

/** Returns the CSRF key of a form for a subject, which only this bank can compute. */
export function csrfOf({ seal }: Pick<OAuthDeps, 'seal'>, formSubject: string): string {
  return seal.fingerprint(formSubject, 'oauth/form');
}

/** Returns the fields of a form; none when the body is too long or not a form. */
export async function readForm(c: Context<AppEnv>): Promise<FormData> {
  const length = Number(c.req.header('content-length') ?? Number.NaN);
  const type = c.req.header('content-type') ?? '';
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  // A browser states the length of a form. A body without a length is not read at all.
  if (!isForm || !(length <= MAX_FORM_BYTES)) return new FormData();
  return c.req.formData().catch(() => new FormData());
}

interface SentForm {
  readonly form: FormData;
  readonly formSubject: string;
}

/** True when a page of the bank sent the form: with the key of the page and no foreign origin. */
export function isOwnForm(
  c: Context<AppEnv>,
  { deps, server }: { deps: OAuthDeps; server: OAuthServer },
  { form, formSubject }: SentForm,
): boolean {
  const origin = c.req.header('origin');
  // Chrome sends the origin `null` after a redirect and with `Referrer-Policy: no-referrer`.
  if (origin !== undefined && origin !== 'null' && origin !== new URL(server.issuerOf(c)).origin) {
    return false;
  }
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const token = Buffer.from(String(form.get('csrf') ?? ''));
  const expected = Buffer.from(csrfOf(deps, formSubject));
  return token.length === expected.length && timingSafeEqual(token, expected);
}

/** Returns the CSP source of an app to which a form is redirected in the end. */
export function redirectSource(redirectUri: unknown): string[] {
  const url = URL.parse(String(redirectUri ?? ''));
  if (!url) return [];
  return [/^https?:$/.test(url.protocol) ? url.origin : url.protocol];
}

/** The outcome of a page: shown, shown with a fault in the form, expired, or refused. */
type PageStatus = 200 | 400 | 403 | 422;

/**
 * Answers with a page.
 * @param formTargets CSP sources to which its forms may be redirected
 */
export function answerPage(
  c: Context<AppEnv>,
  page: string,
  status: PageStatus = 200,
  formTargets: readonly string[] = [],
) {
  return c.html(page, status, {
    'content-security-policy': createPolicy(formTargets),
    'cache-control': 'no-store',
  });
}
