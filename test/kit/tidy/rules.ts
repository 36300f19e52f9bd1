// The rules about sizes, names and structure of files, as functions over files, so that each can be
// tested with a bad file in memory. A rule returns its findings; none reads the disk.
import ts from 'typescript';
import { type Finding, finding, isCode, lineOf, parse, type TextFile } from './source-tree.ts';

type Files = readonly TextFile[];

export function namesAreKebabCase(files: Files): Finding[] {
  const checked = files.filter(
    (file) => isCode(file) || /^docs\/(?!(.*\/)?README\.md$).*\.md$/.test(file.path),
  );
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
  return checked
    .filter(({ path }) => !path.split('/').every((part) => kebab.test(part)))
    .map((file) => finding(file, 1, 'is not kebab-case', 'small letters, digits and hyphens'));
}

export function noFolderIsMiscellaneous(files: Files): Finding[] {
  const vagueNames = /(^|\/)(utils?|helpers?|common|shared|lib|types)\//;
  return files
    .filter(({ path }) => vagueNames.test(path))
    .map((file) =>
      finding(file, 1, 'is in a folder without a subject', 'put it with the noun it serves'),
    );
}

export function noFileIsABarrel(files: Files): Finding[] {
  // Temporal's bundler takes one module that exports every workflow, and each subject has such a
  // module.
  return files
    .filter((file) => isCode(file) && !/^modules\/([\w-]+\/)?workflows\.ts$/.test(file.path))
    .flatMap((file) => {
      const { statements } = parse(file);
      const isBarrel =
        statements.some(ts.isExportDeclaration) &&
        statements.every(
          (statement) => ts.isExportDeclaration(statement) || ts.isImportDeclaration(statement),
        );
      const instead = 'import from the file that owns the name';
      return isBarrel ? [finding(file, 1, 'only re-exports other files', instead)] : [];
    });
}

export function filesHaveHeaders(files: Files): Finding[] {
  return files
    .filter((file) => isCode(file) && /^(ledger|workflows|db)\//.test(file.path))
    .filter(({ text }) => !startsWithAHeader(text))
    .map((file) => {
      const instead = 'start with a comment of 1-4 lines: what the file owns and guarantees';
      return finding(file, 1, 'has no header comment', instead);
    });
}

function startsWithAHeader(text: string): boolean {
  const comment = /^(\/\*[\s\S]*?\*\/|(\/\/.*\n)+)\n*/.exec(text)?.[0] ?? '';
  if (/^\/\/ *(@|biome-)/.test(comment) || (comment.match(/[\p{L}-]{2,}/gu) ?? []).length < 4) {
    return false;
  }
  // A doc comment directly before a declaration describes that declaration.
  const touches = comment.startsWith('/**') && !comment.endsWith('\n\n');
  return !touches || /^import\b/.test(text.slice(comment.length));
}

/** Exported functions of the ledger, and the operations of the store, need a TSDoc comment. */
export function publicFunctionsAreDocumented(files: Files): Finding[] {
  return files
    .filter(({ path }) => /^ledger\/.*\.ts$/.test(path) || path === 'db/transactions/port.ts')
    .flatMap((file) =>
      exportedFunctions(parse(file), file.path === 'db/transactions/port.ts')
        .filter((node) => !ts.getJSDocCommentsAndTags(node).some((doc) => ts.isJSDoc(doc)))
        .map((node) => {
          const name = node.name?.getText() ?? 'function';
          return finding(file, lineOf(node), `${name} has no TSDoc`, 'say units, errors, source');
        }),
    );
}

function exportedFunctions(source: ts.SourceFile, withPorts: boolean): ts.NamedDeclaration[] {
  const listed = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause)
      continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const { name, propertyName } of statement.exportClause.elements) {
      listed.add((propertyName ?? name).text);
    }
  }
  const isExported = (node: ts.Statement, name: string) =>
    listed.has(name) ||
    (ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  return source.statements.flatMap((statement): ts.NamedDeclaration[] => {
    if (ts.isFunctionDeclaration(statement))
      return isExported(statement, statement.name?.text ?? '') ? [statement] : [];
    if (
      ts.isInterfaceDeclaration(statement) &&
      withPorts &&
      isExported(statement, statement.name.text)
    ) {
      return statement.members.filter(isOperation);
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.filter(
      ({ name, initializer }) =>
        isExported(statement, name.getText()) &&
        initializer !== undefined &&
        (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    );
  });
}

function isOperation(member: ts.TypeElement): boolean {
  if (ts.isMethodSignature(member)) return true;
  return ts.isPropertySignature(member) && !!member.type && ts.isFunctionTypeNode(member.type);
}
