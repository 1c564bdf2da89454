import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import Markdown from './markdown.tsx';

const shown = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));

test('HTML in an answer stands there as it was written', () => {
  const line = shown('Replace <name> with **yours**, not with <b>mine</b>.');
  expect(line).toContain('Replace &lt;name&gt; with');
  expect(line).toContain('&lt;b&gt;mine&lt;/b&gt;');
});

test('a block of HTML keeps its lines and is never drawn', () => {
  const block = shown(
    'Before\n\n<div onclick="steal()">\n  <script>alert(1)</script>\n</div>\n\n- <img src=x onerror=alert(2)>\n',
  );
  expect(block).not.toMatch(/<(div on|script|img)/);
  expect(block).toMatch(/<pre[^>]*><code[^>]*>&lt;div onclick=&quot;steal\(\)&quot;&gt;\n {2}&lt;script&gt;/);
  expect(block).toContain('&lt;img src=x onerror=alert(2)&gt;');
});

test('a line break in a cell of a table breaks the line', () => {
  expect(shown('| a |\n|---|\n| one<br>two<BR />three |')).toMatch(/one<br\/>\s*two<br\/>\s*three/);
});
