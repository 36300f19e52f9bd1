// Generates the code of packages/python from an OpenAPI document: a TypedDict for each object, and
// a method for each operation. docs/decisions/clients-and-reference.md says why no existing
// generator is used.

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const NOTE = '# Generated from the OpenAPI document; change the routes instead.';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Reserved words of Python. */
const RESERVED_WORDS = [
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class'],
  ...['continue', 'def', 'del', 'elif', 'else', 'except', 'finally', 'for', 'from', 'global'],
  ...['if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass', 'raise', 'return'],
  ...['try', 'while', 'with', 'yield'],
];
const isName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !RESERVED_WORDS.includes(name);

const plain = (document: object) => JSON.parse(JSON.stringify(document)) as Document;

/** Generates the types of a document. */
export function pythonTypes(document: object): string {
  const { components, paths } = plain(document);
  const types = new Types(components.schemas);
  for (const [name, schema] of Object.entries(components.schemas)) types.define(name, schema);
  for (const item of new Set(namesInLists(paths))) types.lines.push(...pageOf(item));
  const head = [
    NOTE,
    '"""Objects and bodies of the API by their names in the document."""',
    '',
    'from __future__ import annotations',
    '',
    typingImport(types.lines),
    '',
  ];
  return `${[...head, ...types.lines].join('\n').trimEnd()}\n`;
}

const TYPING = [
  ...['Any', 'AsyncIterator', 'Dict', 'Iterator', 'List', 'Literal', 'Optional', 'TypeAlias'],
  ...['TypedDict', 'Union'],
];

/** The import of the typing names that the lines use. */
function typingImport(lines: readonly string[], always: readonly string[] = []): string {
  const text = lines.filter((line) => !line.trimStart().startsWith('"""')).join('\n');
  const neededTypes = TYPING.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `from typing import ${[...always, ...neededTypes].sort(byName).join(', ')}`;
}

/** Sorts constants first, as import sorters do. */
const byName = (a: string, other: string) =>
  Number(other === 'TYPE_CHECKING') - Number(a === 'TYPE_CHECKING') ||
  (a.toLowerCase() < other.toLowerCase() ? -1 : 1);

/** The item types of a document's lists. */
function namesInLists(paths: Document['paths']): string[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return operations.flatMap(({ responses }) => {
    const { schema } = responses['200']?.content?.['application/json'] ?? {};
    const { data, hasMore } = schema?.properties ?? {};
    const item = data?.items?.$ref?.split('/').pop();
    return item && hasMore ? [item] : [];
  });
}

const pageName = (item: string) => `${item}Page`;

function pageOf(item: string): string[] {
  const fields = [`data: List[${item}]`, 'hasMore: bool', 'nextCursor: Optional[str]'];
  const lines = ['object: Literal["list"]', ...fields].map((field) => `    ${field}`);
  return ['', '', `class ${pageName(item)}(TypedDict):`, ...lines];
}

/** Collects the types of a document and names them. */
class Types {
  readonly lines: string[] = [];
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #taken: Set<string>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
    this.#taken = new Set(Object.keys(schemas));
  }

  define(name: string, reference: Schema): void {
    const schema = this.#flat(reference);
    if (schema.properties) this.#dictionary(name, schema);
    else
      this.lines.push('', `${name}: TypeAlias = "${this.of(schema, name).replaceAll('"', "'")}"`);
  }

  /**
   * The notation of a type.
   * @param place names an anonymous type
   */
  of(schema: Schema, place: string): string {
    if (schema.$ref) return schema.$ref.split('/').pop() ?? 'Any';
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices)
      return unionOf(choices.map((choice, index) => this.of(choice, `${place}${index + 1}`)));
    const names = [schema.type ?? []].flat();
    const isNullable = names.includes('null');
    const [type] = names.filter((name) => name !== 'null');
    const typeText = type === undefined && isNullable ? 'None' : this.#single(schema, type, place);
    return isNullable && typeText !== 'None' ? unionOf([typeText, 'None']) : typeText;
  }

  #single(schema: Schema, type: string | undefined, place: string): string {
    if (schema.enum) {
      const words = schema.enum.filter((word) => word !== null);
      return `Literal[${words.map(literalOf).join(', ')}]`;
    }
    if (schema.allOf || schema.properties) return this.#named(place, schema);
    if (type === 'object' || schema.additionalProperties) {
      const valueSchema = schema.additionalProperties;
      const isTyped = typeof valueSchema === 'object' && Object.keys(valueSchema).length > 0;
      return `Dict[str, ${isTyped ? this.of(valueSchema, `${place}Value`) : 'Any'}]`;
    }
    if (type === 'array') {
      return `List[${schema.items ? this.of(schema.items, `${place}Item`) : 'Any'}]`;
    }
    const words: Readonly<Record<string, string>> = {
      ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool' },
    };
    return words[type ?? ''] ?? 'Any';
  }

  #named(place: string, schema: Schema): string {
    let name = place;
    for (let index = 2; this.#taken.has(name); index += 1) name = `${place}${index}`;
    this.#taken.add(name);
    this.#dictionary(name, this.#flat(schema));
    return name;
  }

  /** Merges all parts of an object. */
  #flat(schema: Schema): Schema {
    const resolved = schema.$ref
      ? (this.#schemas[schema.$ref.split('/').pop() ?? ''] ?? {})
      : schema;
    if (!resolved.allOf) return resolved;
    const parts = resolved.allOf.map((part) => this.#flat(part));
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
    return { type: 'object', properties, required: parts.flatMap((part) => part.required ?? []) };
  }

  #dictionary(name: string, { properties = {}, required = [] }: Schema): void {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.of(schema, `${name}${toPascalCase(field)}`);
      return { field, type, isNeeded: required.includes(field) };
    });
    const neededFields = fields.filter(({ isNeeded }) => isNeeded);
    const optionalFields = fields.filter(({ isNeeded }) => !isNeeded);
    if (neededFields.length > 0 && optionalFields.length > 0) {
      this.#write(`_${name}Needed`, neededFields, 'TypedDict', true);
      this.#write(name, optionalFields, `_${name}Needed`, false);
    } else this.#write(name, fields, 'TypedDict', optionalFields.length === 0);
  }

  #write(name: string, fields: readonly Field[], base: string, isTotal: boolean): void {
    const total = isTotal ? '' : ', total=False';
    if (fields.every(({ field }) => isName(field))) {
      const lines = fields.map(({ field, type }) => `    ${field}: ${type}`);
      const body = lines.length > 0 ? lines : ['    pass'];
      this.lines.push('', '', `class ${name}(${base}${total}):`, ...body);
      return;
    }
    // A reserved word such as `from` cannot be a field of a class.
    const parts = fields.map(
      ({ field, type }) => `    "${field}": "${type.replaceAll('"', "'")}",`,
    );
    const freeName = base === 'TypedDict' ? name : `_${name}Free`;
    this.lines.push('', '', `${freeName} = TypedDict("${freeName}", {`, ...parts, `}${total})`);
    if (base !== 'TypedDict')
      this.lines.push('', '', `class ${name}(${base}, ${freeName}):`, '    pass');
  }
}

interface Field {
  readonly field: string;
  readonly type: string;
}

function literalOf(word: unknown): string {
  if (typeof word === 'boolean') return word ? 'True' : 'False';
  return JSON.stringify(word);
}

function unionOf(types: readonly string[]): string {
  const all = [...new Set(types)];
  const otherTypes = all.filter((type) => type !== 'None');
  const union =
    otherTypes.length > 1 ? `Union[${otherTypes.join(', ')}]` : (otherTypes[0] ?? 'None');
  return all.length > otherTypes.length && otherTypes.length > 0 ? `Optional[${union}]` : union;
}

const toPascalCase = (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, '').replace(/^./, (letter) => letter.toUpperCase());

function toSnakeCase(name: string): string {
  const words = name
    .replace('OAuth', 'Oauth')
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase();
  return RESERVED_WORDS.includes(words) ? `${words}_` : words;
}

/** Whether methods block a thread or run in an event loop. */
export type PythonStyle = 'blocking' | 'async';

/**
 * Generates the methods of a document's operations.
 * @param types name of the module with the types
 */
export function pythonOperations(document: object, types: string, style: PythonStyle): string {
  const { paths } = plain(document);
  const all = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [methodOf(partsOf(method.toUpperCase(), path, operation, style))] : [];
    }),
  );
  const sorted = all.toSorted((a, other) => (a.name < other.name ? -1 : 1));
  const isAsync = style === 'async';
  const baseClass = isAsync ? 'AsyncOperationsBase' : 'OperationsBase';
  const loop = isAsync ? 'async for' : 'for';
  const body = [
    `class Operations(${baseClass}):`,
    '    """One method for each operation."""',
    ...sorted.flatMap(({ lines }) => ['', ...lines]),
    '',
    '',
    `class Walks(${baseClass}):`,
    `    """Walks through lists: \`${loop} account in bank.all.list_accounts()\`."""`,
    ...sorted.flatMap(({ walk }) => (walk.length > 0 ? ['', ...walk] : [])),
  ];
  const isUploading = body.some((line) => line.includes('FileInput'));
  const files = isUploading ? ['FileInput'] : [];
  const neededNames = ['Call', 'CallOptions', ...files, ...(isAsync ? [] : ['OperationsBase'])];
  return [
    NOTE,
    '"""One method for each operation, and one walk for each list."""',
    '',
    'from __future__ import annotations',
    '',
    typingImport(body, ['TYPE_CHECKING', 'cast']),
    '',
    ...(isAsync ? ['from ..async_transport import AsyncOperationsBase'] : []),
    `from ..transport import ${neededNames.join(', ')}`,
    '',
    'if TYPE_CHECKING:',
    `    from . import ${types} as t`,
    '',
    '',
    ...body,
    '',
  ].join('\n');
}

interface Method {
  readonly name: string;
  readonly lines: readonly string[];
  readonly walk: readonly string[];
}

function methodOf(parts: Parts): Method {
  const { items, plan } = parts;
  const lines = writeMethod(parts, parts.name, parts.answer);
  if (plan === null) return { name: parts.name, lines, walk: items ? walkOf(parts, items) : [] };
  // A request and its dry run are two methods, because their answers have different types.
  const planned = writeMethod({ ...parts, isPlan: true }, `dry_run_${parts.name}`, plan);
  return { name: parts.name, lines: [...lines, '', ...planned], walk: [] };
}

interface Parts {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly about: string;
  readonly inPath: readonly string[];
  readonly query: readonly Parameter[];
  /** `body: t.AccountCreate`, or the parts of an upload. */
  readonly body: readonly string[];
  readonly form: readonly string[] | null;
  readonly options: readonly string[];
  readonly answer: string;
  readonly items: string | null;
  readonly plan: string | null;
  readonly isPlan?: boolean;
  readonly style: PythonStyle;
}

function partsOf(method: string, path: string, operation: Operation, style: PythonStyle): Parts {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name);
  const options = [
    ...(method === 'POST' ? ['idempotency_key: Optional[str] = None'] : []),
    ...(method === 'PATCH' || method === 'PUT' ? ['if_match: Union[str, int, None] = None'] : []),
    ...(headers.includes('x-audit-reason') ? ['reason: Optional[str] = None'] : []),
    ...(headers.includes('prefer') ? ['respond_async: bool = False'] : []),
  ];
  const bodies = bodyOf(requestBody);
  const answers = answersOf(
    responses,
    query.some(({ name }) => name === 'format'),
  );
  return {
    ...{ name: toSnakeCase(operationId), method, path, about: summary, query, options, style },
    inPath: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ...bodies,
    ...answers,
  };
}

function bodyOf(requestBody: Operation['requestBody']): Pick<Parts, 'body' | 'form'> {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!media) return { body: [], form: null };
  const name = media.schema.$ref?.split('/').pop();
  if (type !== 'multipart/form-data') {
    const typeName = name ? `t.${name}` : 'Dict[str, Any]';
    const isNeeded = requestBody?.required === true;
    return {
      body: [isNeeded ? `body: ${typeName}` : `body: Optional[${typeName}] = None`],
      form: null,
    };
  }
  // The parts of an upload are files and texts without types.
  return { body: ['**parts: Union[FileInput, str]'], form: [name ?? ''] };
}

function answersOf(responses: Operation['responses'], hasFormats: boolean) {
  const goodResponses = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const contents = goodResponses.flatMap(([, { content = {} }]) => Object.entries(content));
  const schemas = contents.filter(([type]) => /json/.test(type)).map(([, { schema }]) => schema);
  const { data, hasMore } = schemas.find((schema) => schema.properties?.data)?.properties ?? {};
  const item = hasMore ? data?.items?.$ref?.split('/').pop() : undefined;
  if (data) {
    const items = item ? `t.${item}` : 'Dict[str, Any]';
    if (!hasMore) return { answer: 'Dict[str, Any]', items: null, plan: null };
    return { answer: item ? `t.${pageName(item)}` : 'Dict[str, Any]', items, plan: null };
  }
  const names = [...new Set(schemas.flatMap(namesIn))];
  const plan = names.find((name) => name.endsWith('DryRun')) ?? null;
  const doneTypes = names.filter((name) => name !== plan).map((name) => `t.${name}`);
  const hasText = contents.some(([type]) => /^text\/|xml/.test(type));
  const binaryTypes = contents.some(([type]) => !/json|^text\/|xml/.test(type)) ? ['bytes'] : [];
  const textTypes =
    doneTypes.length > 0 && !hasFormats ? [] : [...(hasText ? ['str'] : []), ...binaryTypes];
  const answer = unionOf([...doneTypes, ...textTypes]);
  const hasTypes = doneTypes.length + textTypes.length > 0;
  return { answer: hasTypes ? answer : 'Any', items: null, plan: plan && `t.${plan}` };
}

function namesIn(schema: Schema): string[] {
  const name = schema.$ref?.split('/').pop();
  if (name) return [name];
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(namesIn);
}

/** The type of a parameter. */
function parameterType({ schema }: Parameter): string {
  const words = schema.enum?.filter((word) => typeof word === 'string');
  if (words) return `Literal[${words.map(literalOf).join(', ')}]`;
  const [type] = [schema.type ?? 'string'].flat();
  const types: Readonly<Record<string, string>> = {
    ...{ integer: 'int', number: 'float', boolean: 'bool', array: 'List[str]' },
    object: 'Dict[str, str]',
  };
  return types[type ?? ''] ?? 'str';
}

function signature(parts: Parts, query: readonly Parameter[]): string[] {
  const { inPath, body, form, options } = parts;
  const first = [...inPath.map((name) => `${toSnakeCase(name)}: str`), ...(form ? [] : body)];
  const parameterList = query.map((parameter) => {
    const type = parameterType(parameter);
    return parameter.required
      ? `${toSnakeCase(parameter.name)}: ${type}`
      : `${toSnakeCase(parameter.name)}: Optional[${type}] = None`;
  });
  const last = ['options: Optional[CallOptions] = None', ...(form ? body : [])];
  const all = ['self', ...first, '*', ...parameterList, ...options, ...last];
  const names = all.map((argument) => argument.split(':')[0]);
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
  if (repeatedName)
    throw new Error(`python: ${parts.name} has two fields with the name ${repeatedName}`);
  return all;
}

function callLines(parts: Parts, query: readonly Parameter[]): string[] {
  const { method, path, inPath, body, form, options, isPlan } = parts;
  const pairs = (names: readonly string[]) =>
    names.map((name) => `"${name}": ${toSnakeCase(name)}`).join(', ');
  const payload = form ? 'form=dict(parts)' : 'body=body';
  const content = isPlan ? 'body={**body, "dryRun": True}' : payload;
  return [
    `"${method}",`,
    `"${path}",`,
    ...(inPath.length > 0 ? [`path={${pairs(inPath)}},`] : []),
    ...(query.length > 0 ? [`query={${pairs(query.map(({ name }) => name))}},`] : []),
    ...(body.length > 0 ? [`${content},`] : []),
    ...options.map((option) => option.split(':')[0]).map((name) => `${name}=${name},`),
    'options=options,',
  ];
}

function writeMethod(parts: Parts, name: string, answer: string): string[] {
  const { query, about, isPlan, style } = parts;
  const [define, send] =
    style === 'async' ? ['async def', 'await self._send'] : ['def', 'self._send'];
  const summary = isPlan ? `Dry run: ${about.toLowerCase()}.` : `${about}.`;
  return [
    `    ${define} ${name}(`,
    ...signature(parts, query).map((argument) =>
      `        ${argument},`.replace(/(\*\*parts.*),$/, '$1,'),
    ),
    `    ) -> ${answer}:`,
    `        """${summary}"""`,
    `        call = Call(`,
    ...callLines(parts, query).map((line) => `            ${line}`),
    '        )',
    `        return ${castText(answer, `${send}(call)`)}`,
  ];
}

/** A value of type Any needs no cast. */
const castText = (type: string, value: string) =>
  type === 'Any' ? value : `cast("${type.replaceAll('"', "'")}", ${value})`;

function walkOf(parts: Parts, items: string): string[] {
  const query = parts.query.filter(({ name }) => name !== 'startingAfter');
  const iterator = parts.style === 'async' ? 'AsyncIterator' : 'Iterator';
  return [
    `    def ${parts.name}(`,
    ...signature(parts, query).map((argument) => `        ${argument},`),
    `    ) -> ${iterator}[${items}]:`,
    `        """${parts.about}: all of them, page by page."""`,
    `        call = Call(`,
    ...callLines(parts, query).map((line) => `            ${line}`),
    '        )',
    `        return cast("${iterator}[${items}]", self._walk(call))`,
  ];
}
