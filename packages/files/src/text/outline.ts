import type { JsonObject } from '@atelier/kernel/core';
import { rootElement } from '../detect/text-shape.ts';
import type { TextFile } from './text-file.ts';

export type Heading = { readonly level: number; readonly text: string; readonly line: number };

/** Markdown headings outside code fences, with their 1-based lines. */
export const markdownHeadings = (file: TextFile): readonly Heading[] => {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (let index = 0; index < file.lineCount; index++) {
    const line = file.line(index);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && mark[0] === fence[0] && mark.length >= fence.length)
      fence = undefined;
    else if (fence === undefined) {
      const heading = headingAt(line, index + 1) ?? underlined(file, index);
      if (heading) headings.push(heading);
    }
  }
  return headings;
};

const headingAt = (line: string, number: number): Heading | undefined => {
  const [, marks, rest = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line) ?? [];
  return marks === undefined ? undefined : { level: marks.length, text: closed(rest), line: number };
};

const closed = (text: string): string =>
  text
    .trimEnd()
    .replace(/(^|[ \t])#+$/, '')
    .trim();

/** A line of text over a line of = or -; a rule under a blank line or a list is none. */
const underlined = (file: TextFile, index: number): Heading | undefined => {
  if (index === 0) return undefined;
  const bar = file.line(index);
  if (!/^ {0,3}(=+|-{2,})[ \t]*$/.test(bar)) return undefined;
  const above = file.line(index - 1).trim();
  if (above === '' || /^([#>|-]|\d+\.|[*+] |-{3,})/.test(above)) return undefined;
  return { level: bar.trim().startsWith('=') ? 1 : 2, text: above, line: index };
};

const mostNames = 50;

export const markupOutline = (text: string): JsonObject => {
  const root = rootElement(text);
  if (root === undefined) return {};
  return { root_element: root, first_level: firstLevel(text) };
};

const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Names of the root's children in order, each once. Loose enough for HTML as it is written. */
const firstLevel = (text: string): readonly string[] => {
  const names = new Set<string>();
  let depth = 0;
  for (const [, close, name = '', self] of withoutAsides(text).matchAll(
    /<(\/?)([A-Za-z_][\w:.-]*)(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>/g,
  )) {
    if (close === '/') depth -= 1;
    else {
      if (depth === 1) names.add(name);
      if (self !== '/' && !voidElements.has(name.toLowerCase())) depth += 1;
    }
    if (names.size > mostNames) break;
  }
  return [...names].slice(0, mostNames);
};

const withoutAsides = (text: string): string => {
  let out = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<!--', at);
    if (open === -1) return out + text.slice(at);
    out += text.slice(at, open);
    const close = text.indexOf('-->', open + 4);
    if (close === -1) return out;
    at = close + 3;
  }
};

export const yamlOutline = (file: TextFile): JsonObject => {
  const keys: string[] = [];
  let items = 0;
  for (let index = 0; index < file.lineCount && keys.length <= mostNames; index++) {
    const line = file.line(index);
    if (/^- |^-$/.test(line)) items += 1;
    const [, key] = /^("[^"]+"|'[^']+'|[^\s#:'"-][^:#]*?)\s*:(?:\s|$)/.exec(line) ?? [];
    if (key !== undefined) keys.push(key.replace(/^["']|["']$/g, ''));
  }
  if (keys.length > 0) return { root_type: 'mapping', first_level: keys.slice(0, mostNames) };
  return items > 0 ? { root_type: 'sequence', array_length: items } : {};
};
