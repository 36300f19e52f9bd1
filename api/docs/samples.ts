// Renders one request to the bank for a terminal, for TypeScript and for Python, as the reference
// and the portal show it.

export interface Call {
  /** The method of the typed client. */
  readonly operation: string;
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  /** The parameters of path and query, for the typed client. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The name of the variable that holds the answer. */
  readonly result: string;
  readonly idempotencyKey?: string;
}

export const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

/** Returns the lines before the first request. */
export function renderPrelude(language: Language, address: string): string {
  if (language === 'curl') {
    return `export API=${address}\nexport KONTOR_KEY=sk_test_…`;
  }
  if (language === 'typescript') {
    return [
      "import { kontor } from '@kontor/client';",
      '',
      `const baseUrl = '${address}';`,
      "const bank = kontor({ baseUrl, apiKey: process.env.KONTOR_KEY ?? '' });",
    ].join('\n');
  }
  return [
    'import json, os, urllib.request',
    '',
    `API = "${address}"`,
    '',
    'def call(method, path, body=None, key=None):',
    '    headers = {"Authorization": "Bearer " + os.environ["KONTOR_KEY"]}',
    '    if body is not None:',
    '        headers["Content-Type"] = "application/json"',
    '    if key is not None:',
    '        headers["Idempotency-Key"] = key',
    '    data = None if body is None else json.dumps(body).encode()',
    '    request = urllib.request.Request(API + path, data, headers, method=method)',
    '    with urllib.request.urlopen(request, timeout=30) as answer:',
    '        return json.load(answer)',
  ].join('\n');
}

/** Returns the code of one request. */
export function renderCall(language: Language, call: Call): string {
  if (language === 'curl') return renderCurl(call);
  return language === 'typescript' ? renderTypescript(call) : renderPython(call);
}

/** Quotes a text for a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function renderCurl({ method, path, body, idempotencyKey }: Call): string {
  const lines = [`curl -sS "$API${path}"`, '-H "authorization: Bearer $KONTOR_KEY"'];
  // curl sends a POST by itself when there is a body.
  if (method !== (body ? 'POST' : 'GET')) lines.push(`-X ${method}`);
  if (body) lines.push("-H 'content-type: application/json'");
  if (idempotencyKey) lines.push(`-H ${quote(`idempotency-key: ${idempotencyKey}`)}`);
  if (body) lines.push(`-d ${quote(JSON.stringify(body, null, 2))}`);
  return lines.join(' \\\n  ');
}

function renderTypescript({
  operation,
  parameters = {},
  body,
  result,
  idempotencyKey,
}: Call): string {
  const values = { ...parameters, ...(body ? { body } : {}) };
  const argument = Object.keys(values).length > 0 ? toLiteral(values) : '';
  const options = idempotencyKey ? `, ${toLiteral({ idempotencyKey })}` : '';
  return `const ${result} = await bank.${operation}(${argument}${options});`;
}

/** Returns JSON without quotes around names, as people write it. */
function toLiteral(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([a-zA-Z]\w*)":/gm, '$1$2:');
}

function renderPython({ method, path, body, result, idempotencyKey }: Call): string {
  const parts = [`"${method}"`, `"${path}"`];
  if (body) parts.push(toPythonLiteral(body));
  if (idempotencyKey) parts.push(`key="${idempotencyKey}"`);
  return `${result} = call(${parts.join(', ')})`;
}

/** Returns JSON with the words of Python for null, true and false. */
function toPythonLiteral(value: object): string {
  const words: Readonly<Record<string, string>> = { null: 'None', true: 'True', false: 'False' };
  // Matches only values: text after a colon or a comma, or at the beginning of a line.
  return JSON.stringify(value, null, 4).replace(
    /^((?:\s*"(?:[^"\\]|\\.)*":)?\s*)(null|true|false)(,?)$/gm,
    (_, before: string, word: string, after: string) => `${before}${words[word]}${after}`,
  );
}
