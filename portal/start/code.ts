// One request to the bank as text for a terminal, for TypeScript and for Python.

export interface Call {
  /** The method of the typed client. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** With the parameters in it. */
  readonly path: string;
  /** The parameters of the path, for the typed client. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** What the answer is kept as. */
  readonly result: string;
  readonly idempotencyKey?: string;
}

export const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

/** What comes before the first request. */
export function preludeOf(language: Language, address: string): string {
  if (language === 'curl') {
    return `export API=${address}\nexport KONTOR_API_KEY=sk_test_…`;
  }
  if (language === 'typescript') {
    return [
      "import { kontor } from '@kontor/client';",
      '',
      `const baseUrl = '${address}';`,
      "const bank = kontor({ baseUrl, apiKey: process.env.KONTOR_API_KEY ?? '' });",
    ].join('\n');
  }
  return [
    'import os',
    'import requests',
    '',
    `API = "${address}"`,
    'session = requests.Session()',
    'session.headers["Authorization"] = f"Bearer {os.environ[\'KONTOR_API_KEY\']}"',
    '',
    'def call(method, path, body=None, key=None):',
    '    headers = {"Idempotency-Key": key} if key else {}',
    '    answer = session.request(method, API + path, json=body, headers=headers, timeout=30)',
    '    if not answer.ok:',
    '        raise RuntimeError(answer.text)',
    '    return answer.json()',
  ].join('\n');
}

/** The request itself. */
export function codeOf(language: Language, call: Call): string {
  if (language === 'curl') return curlOf(call);
  return language === 'typescript' ? typescriptOf(call) : pythonOf(call);
}

/** Inside single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf({ method, path, body, idempotencyKey }: Call): string {
  const lines = [`curl -sS "$API${path}"`, '-H "authorization: Bearer $KONTOR_API_KEY"'];
  if (method === 'POST') lines.push("-H 'content-type: application/json'");
  if (idempotencyKey) lines.push(`-H ${quoted(`idempotency-key: ${idempotencyKey}`)}`);
  if (body) lines.push(`-d ${quoted(JSON.stringify(body, null, 2))}`);
  return lines.join(' \\\n  ');
}

function typescriptOf({ operation, parameters = {}, body, result, idempotencyKey }: Call): string {
  const given = { ...parameters, ...(body ? { body } : {}) };
  const first = Object.keys(given).length > 0 ? literal(given) : '';
  const options = idempotencyKey ? `, ${literal({ idempotencyKey })}` : '';
  return `const ${result} = await bank.${operation}(${first}${options});`;
}

/** JSON with bare names, as people write it. */
function literal(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([a-zA-Z]\w*)":/gm, '$1$2:');
}

function pythonOf({ method, path, body, result, idempotencyKey }: Call): string {
  const parts = [`"${method}"`, `"${path}"`];
  if (body) parts.push(JSON.stringify(body, null, 4));
  if (idempotencyKey) parts.push(`key="${idempotencyKey}"`);
  return `${result} = call(${parts.join(', ')})`;
}
