// The rules about sizes, names and structure of files, as functions over files, so that each can be
// tested with a bad file in memory. A rule returns its findings; none reads the disk.
import ts from 'typescript';
import { type Finding, finding, isCode, lineOf, parse, type TextFile } from './source-tree.ts';

type Files = readonly TextFile[];

export function namesAreKebabCase(files: Files): Finding[] {
  const named = files.filter(
    (file) => isCode(file) || /^docs\/(?!(.*\/)?README\.md$).*\.md$/.test(file.path),
  );
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
  return named
    .filter(({ path }) => !path.split('/').every((part) => kebab.test(part)))
    .map((file) => finding(file, 1, 'is not kebab-case', 'small letters, digits and hyphens'));
}

export function noFolderIsADrawer(files: Files): Finding[] {
  const drawer = /(^|\/)(utils?|helpers?|common|shared|lib|types)\//;
  return files
    .filter(({ path }) => drawer.test(path))
    .map((file) => finding(file, 1, 'lies in a drawer', 'put it with the noun it serves'));
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
        statements.every((one) => ts.isExportDeclaration(one) || ts.isImportDeclaration(one));
      const instead = 'import from the file that owns the name';
      return isBarrel ? [finding(file, 1, 'only hands on exports of others', instead)] : [];
    });
}

export function filesSayWhatTheyOwn(files: Files): Finding[] {
  return files
    .filter((file) => isCode(file) && /^(ledger|workflows|db)\//.test(file.path))
    .filter(({ text }) => !startsWithAHeader(text))
    .map((file) => {
      const instead = 'start with 1-4 lines of comment: what it owns and promises';
      return finding(file, 1, 'does not say what it owns', instead);
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
  for (const one of source.statements) {
    if (!ts.isExportDeclaration(one) || one.moduleSpecifier || !one.exportClause) continue;
    if (!ts.isNamedExports(one.exportClause)) continue;
    for (const { name, propertyName } of one.exportClause.elements) {
      listed.add((propertyName ?? name).text);
    }
  }
  const isExported = (node: ts.Statement, name: string) =>
    listed.has(name) ||
    (ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  return source.statements.flatMap((one): ts.NamedDeclaration[] => {
    if (ts.isFunctionDeclaration(one)) return isExported(one, one.name?.text ?? '') ? [one] : [];
    if (ts.isInterfaceDeclaration(one) && withPorts && isExported(one, one.name.text)) {
      return one.members.filter(isOperation);
    }
    if (!ts.isVariableStatement(one)) return [];
    return one.declarationList.declarations.filter(
      ({ name, initializer }) =>
        isExported(one, name.getText()) &&
        initializer !== undefined &&
        (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    );
  });
}

function isOperation(member: ts.TypeElement): boolean {
  if (ts.isMethodSignature(member)) return true;
  return ts.isPropertySignature(member) && !!member.type && ts.isFunctionTypeNode(member.type);
}
