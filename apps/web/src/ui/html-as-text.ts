/** What a Markdown parser hands on; only what is needed of it. */
type MarkdownNode = { type: string; value?: string; children?: MarkdownNode[] | undefined };

const LINE_BREAK = /^<br\s*\/?>$/i;
/** Where a paragraph may stand, a piece of HTML is a block of its own. */
const HOLDS_BLOCKS = new Set(['root', 'listItem', 'blockquote']);

/**
 * HTML in an answer is shown as it was written and never drawn: a model that writes "replace <name>" means those
 * letters. A line break is the one tag that is what it says; models end lines in table cells with it.
 */
export const htmlAsText = () => (tree: MarkdownNode) => withoutHtml(tree);

const withoutHtml = (parent: MarkdownNode): void => {
  parent.children = parent.children?.map((node) => {
    if (node.type !== 'html') {
      withoutHtml(node);
      return node;
    }
    const value = node.value ?? '';
    if (HOLDS_BLOCKS.has(parent.type)) return { type: 'code', value };
    return LINE_BREAK.test(value) ? { type: 'break' } : { type: 'text', value };
  });
};
