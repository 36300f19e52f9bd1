// Access rules for Temporal's UI, which has no authentication: reads of the sandbox need no
// sign-in, requests that would change a workflow are refused, and production asks for a password.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** @typedef {import('./host-guard.mjs').AccessRule} AccessRule */

const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** The UI sends queries to workflows by POST; a query changes nothing. */
const QUERY_PATH = /^\/api\/v1\/namespaces\/[^/]+\/workflows\/[^/]+\/query(\/[^/]+)?$/;
const SETTINGS_PATH = /^\/api\/v1\/settings$/;
const NAMESPACES_PATH = /^\/api\/v1\/namespaces$/;
const GUARDED_NAMESPACE = 'production';
const USER = 'operator';

const PASSWORD_BYTES = 18;
/** Form of a valid password: an operator may have chosen another one. */
const PASSWORD_FORM = /^[!-~]{12,}$/;

/**
 * Returns the password of production in the UI, made at the first start. A file that a power cut
 * left incomplete is replaced: an empty password would open production to everybody.
 * @param {string} file of its owner alone
 * @returns {string}
 */
export function uiPassword(file) {
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (PASSWORD_FORM.test(stored)) return stored;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
  return password;
}

/**
 * @param {string} password
 * @returns {AccessRule}
 */
export function temporalUiRules(password) {
  const expected = Buffer.from(`Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`);
  /** @param {import('node:http').IncomingMessage} asked */
  const hasPassword = ({ headers }) => {
    const credentials = Buffer.from(headers.authorization ?? '');
    return credentials.length === expected.length && timingSafeEqual(credentials, expected);
  };
  return {
    refuse(request) {
      const { method = 'GET' } = request;
      const path = pathOf(request);
      if (path === null) return { status: 400, text: 'The address cannot be read.\n' };
      const isRead = READ_METHODS.includes(method) || (method === 'POST' && QUERY_PATH.test(path));
      if (!isRead) {
        const text = 'This interface only shows workflows. Use the console to change them.\n';
        return { status: 403, text };
      }
      // Anywhere in the URL: in the path of a page, in the path of the API, or in a query.
      if (
        !decodeTwice(request.url ?? '')
          .toLowerCase()
          .includes(GUARDED_NAMESPACE) ||
        hasPassword(request)
      )
        return null;
      return {
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="workflows of production", charset="UTF-8"' },
        text: `Sign in as ${USER}: the password is in temporal-ui.password of the data directory.\n`,
      };
    },
    rewriter(request) {
      const path = pathOf(request) ?? '';
      if (SETTINGS_PATH.test(path)) return (body) => ({ ...body, DisableWriteActions: true });
      if (!NAMESPACES_PATH.test(path) || hasPassword(request)) return null;
      return (body) => ({ ...body, namespaces: hideProduction(body.namespaces) });
    },
  };
}

/**
 * @param {unknown} list
 * @returns {unknown}
 */
function hideProduction(list) {
  if (!Array.isArray(list)) return list;
  return list.filter((namespace) => namespace?.namespaceInfo?.name !== GUARDED_NAMESPACE);
}

/**
 * Returns the path as it was sent: the slash in the id of a workflow is %2F.
 * @param {import('node:http').IncomingMessage} asked
 * @returns {string | null} null when it is none that the UI asks for
 */
function pathOf({ url = '/' }) {
  const path = url.split('?')[0] ?? '';
  const plain = decodeTwice(path);
  return /\\|%|\.\.|\/\//.test(plain) ? null : path.replace(/(.)\/$/, '$1');
}

/**
 * Decodes twice, because a name may be encoded twice; an undecodable name counts as every name.
 * @param {string} text
 */
function decodeTwice(text) {
  try {
    return decodeURIComponent(decodeURIComponent(text));
  } catch {
    return `${text} ${GUARDED_NAMESPACE} %`;
  }
}
