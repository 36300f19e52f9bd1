// The repository as data for the architecture rules: its text files, parsed by the TypeScript
// parser, so that rules can tell code from strings and comments.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

export interface TextFile {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  /** Path in the repository; null for a package or a Node module. */
  readonly target: string | null;
  /** `import` binds at run time, `type` is erased, `reference` only names the file by its URL. */
  readonly kind: 'import' | 'type' | 'reference';
  readonly line: number;
}

export interface Comment {
  readonly line: number;
  readonly text: string;
}

// Folders that are left out in an unpacked archive without git.
const SKIPPED_FOLDERS = new Set(['.git', 'node_modules', 'data', '.cache', 'coverage', 'dist']);

/** Reads every text file that git tracks or would track. */
export function readSourceTree(root: string): TextFile[] {
  return listPaths(root)
    .filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter((file) => !file.text.includes('\0'));
}

function listPaths(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return walkFolder(root, '');
  const arguments_ = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', arguments_, { cwd: root, encoding: 'utf8' });
  return [...new Set(output.split('\0'))].filter((path) => path !== '');
}

function walkFolder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED_FOLDERS.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? walkFolder(root, path) : [path];
  });
}

export function isCode(file: TextFile): boolean {
  return /\.[cm]?[jt]sx?$/.test(file.path);
}

/** Returns false for the folders around the engine, which may import anything. */
export function isEngine(file: TextFile): boolean {
  return !/^(scripts|bench|test|research)\//.test(file.path);
}

/** Tool configuration at the root, such as `vitest.config.ts`; `bank/config/settings.ts` is not one. */
export function isToolConfig(file: TextFile): boolean {
  return /^[\w-]+\.config\.[cm]?[jt]s$/.test(file.path);
}

const parsed = new WeakMap<TextFile, ts.SourceFile>();

export function parse(file: TextFile): ts.SourceFile {
  const cached = parsed.get(file);
  if (cached) return cached;
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true);
  parsed.set(file, source);
  return source;
}

const nodes = new WeakMap<TextFile, readonly ts.Node[]>();

/**
 * Returns every node of a file, parents first. The list is cached, because a dozen rules read it.
 */
function nodesOf(file: TextFile): readonly ts.Node[] {
  const cached = nodes.get(file);
  if (cached) return cached;
  const listed: ts.Node[] = [];
  const list = (node: ts.Node): void => {
    listed.push(node);
    ts.forEachChild(node, list);
  };
  list(parse(file));
  nodes.set(file, listed);
  return listed;
}

export function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

const imported = new WeakMap<TextFile, readonly Import[]>();

/**
 * Returns all references to other modules: import, export from, import(), require(), types, URLs.
 */
export function importsOf(file: TextFile): readonly Import[] {
  const cached = imported.get(file);
  if (cached) return cached;
  const imports: Import[] = [];
  for (const node of nodesOf(file)) {
    const moduleName = namedModule(node);
    if (!moduleName) continue;
    const { specifier, kind } = moduleName;
    const target = specifier.startsWith('.')
      ? posix.join(dirname(file.path), specifier.replace(/[?#].*$/, ''))
      : null;
    imports.push({ specifier, target, kind, line: lineOf(node) });
  }
  imported.set(file, imports);
  return imports;
}

const LONGEST_CALLEE = 'import.meta.resolve'.length;

function namedModule(node: ts.Node): Pick<Import, 'specifier' | 'kind'> | null {
  if (ts.isImportDeclaration(node)) {
    return importOf(node.moduleSpecifier, node.importClause?.isTypeOnly ? 'type' : 'import');
  }
  if (ts.isExportDeclaration(node)) {
    return importOf(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'import');
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return importOf(node.argument.literal, 'type');
  }
  if (ts.isCallExpression(node)) {
    // A long chain of calls would be slow to print, and names no module.
    if (node.expression.getWidth() > LONGEST_CALLEE) return null;
    const callee = node.expression.getText();
    if (callee === 'import' || callee === 'require') return importOf(node.arguments[0], 'import');
    const resolves = callee === 'require.resolve' || callee === 'import.meta.resolve';
    return resolves ? importOf(node.arguments[0], 'reference') : null;
  }
  const isUrl = ts.isNewExpression(node) && node.expression.getText() === 'URL';
  return isUrl && node.arguments?.[1]?.getText() === 'import.meta.url'
    ? importOf(node.arguments[0], 'reference')
    : null;
}

function importOf(node: ts.Node | undefined, kind: Import['kind']) {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, kind } : null;
}

/** Returns the comments of a file, without texts in strings that look like comments. */
export function commentsOf(file: TextFile): Comment[] {
  const source = parse(file);
  const comments = new Map<number, Comment>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    const ranges = [
      ...(ts.getLeadingCommentRanges(file.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, node.end) ?? []),
    ];
    for (const { pos, end } of children.length > 0 ? [] : ranges) {
      const line = source.getLineAndCharacterOfPosition(pos).line + 1;
      comments.set(pos, { line, text: file.text.slice(pos, end) });
    }
  };
  visit(source);
  return [...comments.values()];
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly problem: string;
  /** Advice how to fix the finding. */
  readonly instead: string;
}

export function finding(file: TextFile, line: number, problem: string, instead: string): Finding {
  return { path: file.path, line, problem, instead };
}

export function engineCode(files: readonly TextFile[]): TextFile[] {
  return files.filter((file) => isCode(file) && isEngine(file));
}

export type NodeTest = (node: ts.Node) => boolean;

export function nodeFindings(
  files: readonly TextFile[],
  problem: string,
  instead: string,
  isFinding: NodeTest,
): Finding[] {
  return files.flatMap((file) =>
    nodesOf(file)
      .filter(isFinding)
      .map((node) => finding(file, lineOf(node), problem, instead)),
  );
}

export function lineFindings(
  files: readonly TextFile[],
  words: RegExp,
  problem: string,
  instead: string,
): Finding[] {
  return files.flatMap((file) =>
    file.text
      .split('\n')
      .flatMap((text, index) =>
        words.test(text) ? [finding(file, index + 1, problem, instead)] : [],
      ),
  );
}
