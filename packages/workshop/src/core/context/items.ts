/** What a person wants every answer to know: a situation, and skills of the company, a department and a style. */
export type ContextItem = {
  readonly category: string;
  /** The text that is given to a model, its references inlined. */
  readonly text: string;
};

export type ContextNotice = {
  readonly code: 'CONTEXT_ITEM_UNAVAILABLE' | 'STYLE_SKILL_LOAD_FAILED' | 'STYLE_MERGE_FAILED';
  readonly about: string;
};

export const situation = 'situation';
export const documentStyle = 'document-style';

/** Categories in the order in which they stand in a prompt. */
const order = ['company-context', 'department-context', documentStyle];

/**
 * Reads what the context tree holds, a folder to a category: `situation/context.md`, or `<category>/SKILL.md` with its
 * references beside it. A broken item is left out and said once; it never stops a run.
 */
export const readContext = (
  files: readonly { readonly path: string; readonly text: string }[],
): { readonly items: readonly ContextItem[]; readonly notices: readonly ContextNotice[] } => {
  const items: ContextItem[] = [];
  const notices: ContextNotice[] = [];
  const categories = [...new Set(files.flatMap(({ path }) => path.split('/')[0] ?? []))].toSorted(byOrder);
  for (const category of categories) {
    const own = files.filter(({ path }) => path.startsWith(`${category}/`));
    const text =
      category === situation
        ? own.find(({ path }) => path === `${situation}/context.md`)?.text
        : skillText(category, own);
    if (text === undefined || text.trim() === '') notices.push({ code: 'CONTEXT_ITEM_UNAVAILABLE', about: category });
    else items.push({ category, text: text.trim() });
  }
  return { items, notices };
};

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;

const skillText = (
  category: string,
  files: readonly { readonly path: string; readonly text: string }[],
): string | undefined => {
  const skill = files.find(({ path }) => path === `${category}/SKILL.md`)?.text;
  if (skill === undefined) return undefined;
  const front = frontMatter.exec(skill);
  if (!front || !/^name:\s*\S/m.test(front[1] ?? '') || !/^description:\s*\S/m.test(front[1] ?? '')) return undefined;
  const body = skill.slice(front[0].length).trim();
  if (body === '') return undefined;
  const references = files
    .filter(({ path }) => path.startsWith(`${category}/references/`))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, text }) => `## ${path.slice(category.length + 1)}\n\n${text.trim()}`);
  return [body, ...references].join('\n\n');
};

const rank = (category: string): number => {
  const at = order.indexOf(category);
  return category === situation ? -1 : at < 0 ? order.length : at;
};
const byOrder = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1);
