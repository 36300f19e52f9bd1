// Stored sign-in links and passkeys of the portal, and the events that end them.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatformRows, type PlatformRows } from '../../db/platform/rows.ts';
import { revokeKey } from '../../identity/keys.ts';
import { portalSessionsOf } from '../../identity/portal-sessions.ts';
import { LINK_MS, type PortalSignIns, portalSignInsOf } from '../../identity/portal-sign-ins.ts';
import { register, registerUnproven } from '../../identity/registration.ts';

const EMAIL = 'dev@example.com';
const ORIGIN = { before: null, address: '203.0.113.1' };
const DEVELOPER = {
  phone: null,
  useCase: null,
  expectedVolume: null,
  country: 'GB',
  company: 'Ltd',
};

let rows: PlatformRows;
let now: number;
let signIns: PortalSignIns;
let developerId: string;

beforeEach(async () => {
  now = Date.now();
  rows = openPlatformRows(':memory:');
  const clock = () => now;
  signIns = portalSignInsOf(
    rows,
    clock,
    portalSessionsOf(rows, clock, () => {}),
  );
  const created = await rows.write(() => register(rows, { ...DEVELOPER, email: EMAIL }));
  developerId = created?.developer.id ?? '';
});
afterEach(() => rows.close());

const requestLink = (email: string, address = '203.0.113.1') =>
  signIns.askForLink({ email, address });
async function link() {
  const { browser, mail: letter } = await requestLink(EMAIL);
  return { browser, code: letter?.code ?? '' };
}
const count = (named: string) =>
  rows.audit.list({ limit: 100, before: null }).data.filter(({ action }) => action === named)
    .length;

it('a sign-in link opens a sandbox session once, in the browser that requested the link', async () => {
  const { browser, code } = await link();
  const other = (await requestLink('other@example.com')).browser;
  for (const wrong of [null, '', other, `${browser}x`]) {
    expect(await signIns.openByLink({ code, browser: wrong }, ORIGIN), String(wrong)).toBeNull();
  }
  expect(await signIns.openByLink({ code: `${code}x`, browser }, ORIGIN)).toBeNull();
  const opened = await signIns.openByLink({ code, browser }, ORIGIN);
  expect(opened).not.toBeNull();
  expect(await signIns.openByLink({ code, browser }, ORIGIN)).toBeNull();
  expect(rows.mailKeyOf(developerId)).toMatchObject({ environment: 'sandbox', status: 'active' });
  expect(count('portal.signed_in')).toBe(1);
});

it('a sign-in link used several times at once opens one session', async () => {
  const { browser, code } = await link();
  const tries = [1, 2, 3].map(() => signIns.openByLink({ code, browser }, ORIGIN));
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
});

it('a sign-in link expires after a quarter of an hour', async () => {
  const { browser, code } = await link();
  now += LINK_MS;
  expect(await signIns.openByLink({ code, browser }, ORIGIN)).toBeNull();
  const next = await link();
  now += LINK_MS - 1;
  expect(await signIns.openByLink(next, ORIGIN)).not.toBeNull();
});

it('sign-in links share one hidden key; revoking the key ends the sessions opened by links', async () => {
  const first = await signIns.openByLink(await link(), ORIGIN);
  await signIns.openByLink(await link(), ORIGIN);
  const keyId = rows.mailKeyOf(developerId)?.id ?? '';
  const sessions = portalSessionsOf(
    rows,
    () => now,
    () => {},
  );
  expect(sessions.find(first?.cookie ?? '')?.caller.keyId).toBe(keyId);
  await rows.write(() => revokeKey(rows, { developerId, keyId, actor: 'test' }, now));
  expect(sessions.find(first?.cookie ?? '')).toBeNull();
  expect(await signIns.openByLink(await link(), ORIGIN)).not.toBeNull();
  expect(rows.mailKeyOf(developerId)?.id).not.toBe(keyId);
});

it('no mail goes to an address that is unknown, unproven, or suspended', async () => {
  const expectNoMail = async (email: string) => {
    const { mail: letter, browser } = await requestLink(email, crypto.randomUUID());
    expect(letter).toBeNull();
    // The same row is written, and it opens nothing.
    expect(await signIns.openByLink({ code: 'portal_link_x', browser }, ORIGIN)).toBeNull();
  };
  await expectNoMail('nobody@example.com');
  await rows.write(() => registerUnproven(rows, { ...DEVELOPER, email: 'new@example.com' }, now));
  await expectNoMail('new@example.com');
  const row = rows.findDeveloper(developerId);
  if (row) await rows.write(() => rows.updateDeveloper({ ...row, sandboxStatus: 'suspended' }));
  await expectNoMail(EMAIL);
});

it('a suspended developer cannot open a session with an earlier link', async () => {
  const answer = await link();
  const row = rows.findDeveloper(developerId);
  if (row) await rows.write(() => rows.updateDeveloper({ ...row, sandboxStatus: 'suspended' }));
  expect(await signIns.openByLink(answer, ORIGIN)).toBeNull();
});

it('a mailbox gets twelve mails in a row from all callers, and then one each five minutes', async () => {
  const letters: unknown[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    letters.push((await requestLink(EMAIL.toUpperCase(), `203.0.113.${turn}`)).mail);
  }
  expect(letters.filter(Boolean)).toHaveLength(12);
  let sent = 0;
  for (let second = 0; second < 6 * 3_600; second += 10) {
    now += 10_000;
    if ((await requestLink(EMAIL, `198.51.${second % 250}.${second >> 8}`)).mail) sent += 1;
  }
  expect(sent).toBeGreaterThan(70);
  expect(sent).toBeLessThan(90);
});

it('a stranger who requests links for a developer all day does not lock the developer out', async () => {
  for (let second = 0; second < 24 * 3_600; second += 10) {
    now += 10_000;
    await requestLink(EMAIL, '198.51.100.7');
  }
  let tries = 0;
  let letter = null;
  while (letter === null) {
    tries += 1;
    now += 60_000;
    ({ mail: letter } = await requestLink(EMAIL));
  }
  expect(tries).toBeLessThanOrEqual(5);
});

it('an address with many requests is slowed but not blocked: its developers still get their links', async () => {
  const emails = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const created = await rows.write(() =>
        register(rows, { ...DEVELOPER, email: `n${n}@example.com` }),
      );
      return created?.developer.email ?? '';
    }),
  );
  for (let stranger = 0; stranger < 200; stranger += 1)
    await requestLink(`x${stranger}@example.com`);
  let sent = 0;
  for (const email of emails) {
    now += 11_000;
    if ((await requestLink(email)).mail) sent += 1;
  }
  expect(sent).toBe(emails.length);
});

it('the open requests of browsers are deleted when they expire', async () => {
  const { browser } = await requestLink('nobody@example.com');
  await signIns.askForPasskey('passkey', null);
  expect(
    signIns.challengeOf(
      (await signIns.askForPasskey('set_up', 'pses_1')).browser,
      'set_up',
      'pses_1',
    ),
  ).not.toBe('');
  now += LINK_MS;
  await requestLink('nobody@example.com');
  await expect(async () => signIns.challengeOf(browser, 'link', null)).rejects.toThrow();
});
